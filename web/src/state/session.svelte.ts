import { untrack } from 'svelte';
import {
  EngineError,
  ReplayRefused,
  ShiftRefused,
  type Engine,
  type EngineErrorKind,
  type Lever,
  type ShiftInfo,
} from '../engine/engine.ts';
import { format, text } from '../text/index.ts';
import { shift_started } from './shift_name.ts';
import { Captions, type Caption } from './caption.ts';
import { later } from './later.svelte.ts';
import { wants_question } from './prediction.svelte.ts';
import { fill_frame, lost, new_frame, type Frame } from './frame.ts';
import {
  default_levers,
  is_shown,
  keep_levers,
  kept_levers,
  lever_fits,
  lever_names,
  type Levers,
} from './levers.ts';
import { replay_parts } from './key_form.ts';
import { first_shift, refuse_day_ahead } from './places.ts';
import { keep_run, keep_stars, run_of } from './progress.ts';

/** Simulated time per time on the wall. */
export const speeds = [0.1, 0.25, 0.5, 1, 2, 4] as const;
export type Speed = (typeof speeds)[number];

/** setup: set first, then start. over: the debrief. */
export type Phase = 'setup' | 'playing' | 'paused' | 'over';

/**
 * What keeps the kitchen from going on. unexpected: neither the engine broke nor the browser lacks
 * something; the console has the rest.
 */
export type Breakdown = Exclude<EngineErrorKind, 'refused'> | 'unexpected';

/** What to tell about an error that ended what the page was doing. */
export function breakdown_of(error: unknown): Breakdown {
  if (error instanceof EngineError && error.kind !== 'refused') return error.kind;
  return 'unexpected';
}

/** A frame moves time on by at most this much, so that time never catches up. */
const frame_ms_max = 100;
/** Digits change at most this often while the kitchen runs, or nobody could read them. */
const digits_ms = 250;
/** When the one question is asked, in simulated time. */
const question_at_ms = 10_000;
const countdown_said_ms = [30_000, 10_000];

/**
 * One shift being set up, played and looked back at. What changes rarely is reactive; what changes
 * every frame is drawn by painters (see on_paint) straight from the engine's tables.
 */
export class Session {
  readonly engine: Engine;
  readonly frame: Frame;

  info: ShiftInfo;
  phase: Phase = $state('setup');
  speed: Speed = $state(1);
  /** What the levers show. */
  levers: Levers = $state({ slots: 1, batching: 1, kv_cache: 1, weight_bits: 16 });
  /** Stoves drawn: as many as the limit allows, and those still cooking beyond it. */
  stoves = $state(1);
  caption: Caption | null = $state.raw(null);
  /** The one question is open; time stands still meanwhile. */
  asking = $state(false);
  /** Paused because the page was hidden. */
  was_hidden = $state(false);
  /** What is being set up is no kitchen yet, so it can't start. */
  blocked = $state(false);
  /** Something broke: the kitchen can't go on. */
  breakdown: Breakdown | null = $state(null);
  /** The run has as many changes of a setting as it can have; the last one was refused. */
  levers_full = $state(false);
  /** The debrief is of a replay that came by link. */
  is_replay = $state(false);
  /** For a screen reader. */
  said = $state('');
  /** How it stands, where someone asked to see it. */
  stands = $state('');

  /** Whether painters write digits this time; what moves is drawn every time. */
  digits_due = true;

  /** Mean context of this crowd's orders halfway through: what previews are made with. */
  typical_context = 1;

  private digits_at_ms = -Infinity;
  /** A hand has done something since the last frame. */
  private touched = false;
  /** The last frame was left to what a hand had done. */
  private hand_first = false;
  private running_drawn = -1;
  private readonly painters = new Set<() => void>();
  private captions = new Captions(0, 0);
  /** What there is to tell now; shown with the next digits, or at once if it is something else. */
  private told: Caption | null = null;
  private request = 0;
  private wall_ms = -1;
  private rest_ms = 0;
  private asked = false;
  private goes_on_after_question = false;
  private lost_said = false;
  private out_of_reach_said = false;
  private countdown_left: number[] = [];

  constructor(engine: Engine) {
    this.engine = engine;
    this.info = $state.raw(engine.shift(first_shift));
    this.frame = new_frame(this.info.slots_max);
  }

  get running(): boolean {
    return this.phase === 'playing' || this.phase === 'paused';
  }

  /**
   * Opens a shift for setting up. `levers` as far as they fit; the rest as last used, or default.
   * Throws ShiftRefused or DayAhead, and changes nothing then. The shift that is open may be opened
   * again, even where the device's clock has gone back to before its day.
   */
  open(key: string, levers: Partial<Levers> = {}): void {
    if (key !== this.info.key) refuse_day_ahead(key);
    this.guarded(() => {
      const info = this.engine.shift(key);
      this.prepare(info);
      const wanted = { ...default_levers(info), ...kept_levers(info), ...levers };
      for (const lever of lever_names) {
        if (lever_fits(info, lever, wanted[lever])) this.engine.set(lever, wanted[lever]);
      }
      this.phase = 'setup';
      this.read_levers();
      this.draw();
    });
  }

  /** Plays the run of a replay to its end. Throws ReplayRefused or DayAhead, and changes nothing then. */
  open_replay(replay: string): void {
    refuse_day_ahead(replay_parts(replay)?.key ?? '');
    this.guarded(() => {
      const key = this.engine.open_replay(replay);
      this.stop();
      this.breakdown = null;
      this.levers_full = false;
      this.asking = false;
      this.info = this.engine.shift(key);
      this.engine.advance_to(this.info.duration_ms);
      this.is_replay = true;
      this.read_levers();
      this.phase = 'over';
      this.draw();
    });
  }

  /** The same shift at once again, with these settings, or else as they are now. */
  again(levers: Levers = { ...this.levers }): void {
    this.open(this.info.key, levers);
    if (!this.breakdown) this.start();
  }

  start(): void {
    if (this.phase !== 'setup' || this.blocked) return;
    keep_levers(this.info, this.levers);
    this.say(shift_started(text, this.info, this.levers.slots));
    this.resume();
  }

  toggle(): void {
    if (this.asking) return;
    if (this.phase === 'setup') this.start();
    else if (this.phase === 'playing') this.pause();
    else if (this.phase === 'paused') this.resume();
  }

  pause(): void {
    if (this.phase !== 'playing') return;
    this.phase = 'paused';
    this.stop();
    this.paint();
  }

  resume(): void {
    if (this.phase === 'over' || this.breakdown) return;
    this.phase = 'playing';
    this.was_hidden = false;
    this.rest_ms = 0;
    this.wall_ms = -1;
    this.request = requestAnimationFrame(this.tick);
  }

  /** The page is hidden: the kitchen stands still until the player goes on. */
  hide(): void {
    if (this.phase !== 'playing') return;
    this.pause();
    this.was_hidden = true;
  }

  /** Lets one decode step end; the kitchen stands still before and after. */
  step(): void {
    if (this.phase === 'over' || this.asking || this.blocked) return;
    this.guarded(() => {
      if (this.phase === 'setup') {
        this.start();
        this.pause();
        // Opens the kitchen, so that the first step is one that runs.
        this.engine.advance_to(1);
      } else {
        this.pause();
        this.engine.finish_step();
      }
      this.after_time();
      this.draw();
    });
  }

  change_speed(by: 1 | -1): void {
    const place = speeds.indexOf(this.speed) + by;
    this.speed = speeds[Math.min(speeds.length - 1, Math.max(0, place))] ?? 1;
  }

  /** `levers` says afterwards what holds: the engine takes no more changes once levers_full. */
  set(lever: Lever, value: number): void {
    if (this.phase === 'over' || !is_shown(this.info, lever)) return;
    this.guarded(() => {
      try {
        this.engine.set(lever, value);
      } catch (error) {
        if (!(error instanceof EngineError) || error.status !== 'too_many_commands') throw error;
        this.levers_full = true;
      }
      this.read_levers();
      // Else the next frame does, soon enough for what it shows of a lever.
      if (this.phase !== 'playing') this.draw();
    });
  }

  /** The run that is over, as text for a link; null while none is, or when the engine broke over it. */
  write_replay(): string | null {
    if (this.phase !== 'over') return null;
    let replay: string | null = null;
    this.guarded(() => (replay = this.engine.write_replay()));
    return replay;
  }

  /** The question is done with: goes on, unless the kitchen stood still when it came. */
  answered(): void {
    this.asking = false;
    if (this.goes_on_after_question) this.resume();
    if (this.breakdown) return;
    // Who can't see that it goes on, and with what.
    this.say(this.state_words());
  }

  say(words: string): void {
    // The same words twice in a row would not be read again.
    this.said = words === this.said ? `${words}\u00a0` : words;
  }

  say_state(): void {
    if (this.breakdown) return;
    this.stands = this.state_words();
    this.say(this.stands);
  }

  private state_words(): string {
    const { view } = this.engine;
    return text.play.say.state({
      left_ms: this.info.duration_ms - view.get('now_ms'),
      served: view.get('served'),
      lost: lost(this.engine),
      waiting: view.get('waiting'),
      cooking: view.get('running'),
      slots: this.levers.slots,
      setup: this.phase === 'setup',
      paused: this.phase === 'paused',
    });
  }

  /** A hand has done something: the next frame is for what that shows. */
  touch(): void {
    this.touched = true;
  }

  /** Calls `paint` now and after every change, until the returned function is called. */
  on_paint(paint: () => void): () => void {
    this.painters.add(paint);
    this.digits_due = true;
    untrack(paint);
    return () => this.painters.delete(paint);
  }

  paint(): void {
    this.guarded(() => this.draw());
  }

  /** Ends the shift's clock over an error and tells about it; of what broke first, if more does. */
  report(error: unknown): void {
    const breakdown = breakdown_of(error);
    // The engine's own errors are told in full; of others the page knows no more than this.
    if (breakdown === 'unexpected') console.error(error);
    this.stop();
    if (this.phase === 'playing') this.phase = 'paused';
    this.asking = false;
    this.breakdown ??= breakdown;
  }

  private draw(): void {
    fill_frame(this.frame, this.engine);
    const stoves = Math.max(this.levers.slots, this.frame.slots_taken_end);
    if (stoves !== this.stoves) this.stoves = stoves;
    this.time_digits();
    if (this.digits_due || this.told?.kind !== this.caption?.kind) this.caption = this.told;
    untrack(() => {
      for (const paint of this.painters) paint();
    });
  }

  private time_digits(): void {
    const wall_ms = performance.now();
    const running = this.engine.view.get('running');
    const age_ms = wall_ms - this.digits_at_ms;
    // The frame that answers a hand is a quick one, digits come with the next; but a drag doesn't starve them.
    const wait = this.touched && age_ms < 2 * digits_ms;
    this.touched = false;
    this.digits_due =
      this.phase !== 'playing' ||
      (!wait && (running !== this.running_drawn || age_ms >= digits_ms));
    if (!this.digits_due) return;
    this.digits_at_ms = wall_ms;
    this.running_drawn = running;
  }

  private readonly tick = (wall_ms: number): void => {
    // What a hand does is shown first, and the kitchen one frame later; a drag doesn't stop it.
    this.hand_first = this.touched && !this.hand_first;
    if (this.hand_first) {
      if (this.wall_ms < 0) this.wall_ms = wall_ms;
      this.request = requestAnimationFrame(this.tick);
      return;
    }
    const passed = this.wall_ms < 0 ? 0 : Math.min(frame_ms_max, wall_ms - this.wall_ms);
    this.wall_ms = wall_ms;
    const sim_ms = this.rest_ms + passed * this.speed;
    const whole_ms = Math.floor(sim_ms);
    this.rest_ms = sim_ms - whole_ms;
    this.guarded(() => {
      const now_ms = this.engine.view.get('now_ms');
      this.engine.advance_to(Math.min(this.info.duration_ms, now_ms + whole_ms));
      this.after_time();
      this.draw();
    });
    if (this.phase === 'playing') this.request = requestAnimationFrame(this.tick);
  };

  private prepare(info: ShiftInfo): void {
    this.stop();
    this.info = info;
    this.engine.open(info.key);
    this.told = this.caption = null;
    this.captions = new Captions(info.orders, info.orders_needed);
    this.asking = false;
    this.stands = '';
    this.was_hidden = false;
    this.is_replay = false;
    this.lost_said = this.out_of_reach_said = false;
    this.asked = false;
    this.breakdown = null;
    this.levers_full = false;
    this.countdown_left = [...countdown_said_ms];
    this.typical_context = typical_context(this.engine, info);
  }

  private stop(): void {
    cancelAnimationFrame(this.request);
  }

  private read_levers(): void {
    for (const lever of lever_names) {
      const value = this.engine.view.get(`lever_${lever}`);
      if (this.levers[lever] !== value) this.levers[lever] = value;
    }
  }

  private after_time(): void {
    const { view } = this.engine;
    const now_ms = view.get('now_ms');
    if (view.get('ended')) {
      this.end();
      return;
    }
    this.told = this.captions.next(this.engine, performance.now());
    this.say_what_counts(this.info.duration_ms - now_ms);
    // What asks it may still be on its way.
    if (!this.asked && now_ms >= question_at_ms && later.parts !== null) {
      this.asked = true;
      if (wants_question(this.info.key)) {
        this.goes_on_after_question = this.phase === 'playing';
        this.pause();
        this.asking = true;
      }
    }
  }

  private say_what_counts(left_ms: number): void {
    const next = this.countdown_left[0];
    if (next !== undefined && left_ms <= next) {
      this.countdown_left.shift();
      const { view } = this.engine;
      this.say(
        text.play.say.countdown({
          left_ms: next,
          served: view.get('served'),
          lost: lost(this.engine),
        }),
      );
    }
    if (!this.lost_said && this.told?.kind === 'lost') {
      this.lost_said = true;
      this.say(text.play.caption.lost(this.told, text.common.cause));
    }
    if (!this.out_of_reach_said && this.told?.kind === 'out_of_reach') {
      this.out_of_reach_said = true;
      this.say(text.play.caption.out_of_reach);
    }
  }

  private end(): void {
    this.stop();
    const { view } = this.engine;
    this.phase = 'over';
    const stars = view.get('stars');
    this.keep_result(stars);
    this.say(
      text.play.say.result({
        passed: view.get('passed') === 1,
        share: format.share(view.get('served'), view.get('orders')),
        stars,
      }),
    );
  }

  private keep_result(stars: number): void {
    const { key } = this.info;
    if (stars > 0) keep_stars(key, stars);
    keep_run(key, run_of(this.engine, this.engine.write_replay()));
  }

  /** Nothing that breaks in here leaves the page blank or frozen. */
  private guarded(call: () => void): void {
    try {
      call();
    } catch (error) {
      // What is refused changes nothing; who opens it tells why.
      if (error instanceof ReplayRefused || error instanceof ShiftRefused) throw error;
      this.report(error);
    }
  }
}

function typical_context(engine: Engine, info: ShiftInfo): number {
  let tokens = 0;
  for (let order = 0; order < info.orders; order += 1) {
    tokens +=
      engine.orders.get('prompt_tokens', order) + engine.orders.get('output_tokens', order) / 2;
  }
  return Math.max(1, Math.round(tokens / Math.max(1, info.orders)));
}
