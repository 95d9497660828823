import type { Engine } from '../engine/engine.ts';
import { lost } from './frame.ts';
import type { Session } from './session.svelte.ts';

/**
 * The kitchen's sounds, made in code. The page loads this once sounds are switched on, and only then
 * is there an AudioContext. Soft, short, and never more often than an ear can tell apart.
 */
export type Sound = 'ticket' | 'dish' | 'lost' | 'bell';

interface Tone {
  /** In Hz, at its start and its end. */
  from: number;
  to: number;
  gain: number;
  duration_ms: number;
  shape: OscillatorType;
}

const tones: Record<Sound, Tone[]> = {
  ticket: [{ from: 1_250, to: 900, gain: 0.1, duration_ms: 45, shape: 'triangle' }],
  dish: [
    { from: 880, to: 880, gain: 0.14, duration_ms: 260, shape: 'sine' },
    { from: 1_760, to: 1_760, gain: 0.04, duration_ms: 180, shape: 'sine' },
  ],
  lost: [{ from: 230, to: 130, gain: 0.22, duration_ms: 200, shape: 'sine' }],
  bell: [
    { from: 660, to: 660, gain: 0.16, duration_ms: 700, shape: 'sine' },
    { from: 990, to: 990, gain: 0.08, duration_ms: 500, shape: 'sine' },
  ],
};

/** The same sound again no sooner than this, on the wall. */
export const gap_ms: Record<Sound, number> = { ticket: 90, dish: 110, lost: 160, bell: 400 };
const master_gain = 0.5;
/** A tone comes up this fast, or it would click. */
const attack_s = 0.006;
/** Gains fall to this before a tone is cut off; zero can't be reached by a ratio. */
const silence = 0.0001;

export class Sounds {
  private readonly make: () => AudioContext;
  private context: AudioContext | null = null;
  private master: GainNode | null = null;
  private readonly played_ms: Partial<Record<Sound, number>> = {};

  /** `make` gives the browser's own, and only once there is something to hear: after a press of Start. */
  constructor(make: () => AudioContext = () => new AudioContext()) {
    this.make = make;
  }

  /** Plays a sound, unless the same was to be heard just now; `wall_ms` only tells how long ago. */
  play(sound: Sound, wall_ms: number): void {
    if (wall_ms - (this.played_ms[sound] ?? -Infinity) < gap_ms[sound]) return;
    this.played_ms[sound] = wall_ms;
    const { context, master } = this.open();
    // The browser may have put it to sleep, and may refuse to wake it: then it is silent.
    if (context.state === 'suspended') context.resume().catch(() => {});
    for (const tone of tones[sound]) start(context, master, tone);
  }

  close(): void {
    void this.context?.close();
    this.context = null;
  }

  private open(): { context: AudioContext; master: GainNode } {
    if (this.context && this.master) return { context: this.context, master: this.master };
    const context = (this.context = this.make());
    const master = (this.master = context.createGain());
    master.gain.value = master_gain;
    master.connect(context.destination);
    return { context, master };
  }
}

function start(context: AudioContext, master: GainNode, tone: Tone): void {
  const { from, to, gain, duration_ms, shape } = tone;
  const start_s = context.currentTime;
  const end_s = start_s + duration_ms / 1000;
  const source = context.createOscillator();
  source.type = shape;
  source.frequency.setValueAtTime(from, start_s);
  source.frequency.exponentialRampToValueAtTime(to, end_s);
  const envelope = context.createGain();
  envelope.gain.setValueAtTime(silence, start_s);
  envelope.gain.exponentialRampToValueAtTime(gain, start_s + attack_s);
  envelope.gain.exponentialRampToValueAtTime(silence, end_s);
  source.connect(envelope).connect(master);
  source.start(start_s);
  source.stop(end_s);
}

/** What the kitchen looked like when it was last listened to. */
interface Heard {
  now_ms: number;
  arrived: number;
  served: number;
  lost: number;
}

/** Tells from the kitchen what there is to hear since the last time. */
export class Listener {
  private heard: Heard | null = null;

  next({ engine }: { engine: Engine }): Sound[] {
    const { view } = engine;
    const before = this.heard;
    const heard = {
      now_ms: view.get('now_ms'),
      arrived: view.get('arrived'),
      served: view.get('served'),
      lost: lost(engine),
    };
    this.heard = heard;
    // Another run, or the first look at one under way: nothing of it has just happened.
    if (!before || heard.now_ms < before.now_ms) return [];
    const sounds: Sound[] = [];
    if (before.now_ms === 0 && heard.now_ms > 0) sounds.push('bell');
    if (heard.arrived > before.arrived) sounds.push('ticket');
    if (heard.served > before.served) sounds.push('dish');
    if (heard.lost > before.lost) sounds.push('lost');
    return sounds;
  }
}

/** The last bell has this long to fade. */
const fades_ms = 1_000;

/** Lets a kitchen be heard until the returned function is called; a last bell when it is over by then. */
export function sound_out(session: Session): () => void {
  const sounds = new Sounds();
  const listener = new Listener();
  const stop = session.on_paint(() => {
    for (const sound of listener.next(session)) sounds.play(sound, performance.now());
  });
  return () => {
    stop();
    if (session.phase === 'over') sounds.play('bell', performance.now());
    setTimeout(() => sounds.close(), fades_ms);
  };
}
