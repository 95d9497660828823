import { make_format } from '../format.ts';
import { plural } from '../plural.ts';

const f = make_format('en');

const orders = (count: number): string => `${f.count(count)} ${plural(count, 'order', 'orders')}`;

/** The kitchen itself and the frame of the page around it. */
export const play = {
  skip: 'Skip to the kitchen',
  shifts: 'Shifts',
  learn_link: 'How it works',
  settings: 'Settings',
  language: 'Language',
  theme: 'Light or dark',
  themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
  shortcuts: 'Single-key shortcuts',
  shortcut_keys: {
    toggle: 'pause, go on',
    step: 'one decode step',
    speed: 'slower, faster',
    state: 'read out how it stands',
  },
  space_key: 'Space',
  close: 'Close',

  heading: (v: { number: number; title: string }) => `Shift ${f.count(v.number)}: ${v.title}`,

  clock: { heading: 'Time', left: 'left', not_started: 'on the clock' },
  goal: {
    heading: 'Goal',
    of_arrived: (v: { served: number; arrived: number }) =>
      `Served ${f.count(v.served)} of ${f.count(v.arrived)} so far`,
    before: (v: { pass_percent: number }) => `Serve ${f.percent(v.pass_percent)} of all orders`,
    lost: (v: { lost: number; may_lose: number }) =>
      `${f.count(v.lost)} lost, ${f.count(v.may_lose)} allowed`,
    mark: (v: { pass_percent: number }) => `goal ${f.percent(v.pass_percent)}`,
  },
  rate: {
    heading: 'Tokens per second',
    per_order: (v: { rate: number }) => `${f.count(v.rate)} per order`,
    idle: 'nothing cooking',
  },

  queue: {
    heading: 'Queue',
    tokens: (v: { tokens: number }) =>
      `${f.count(v.tokens)} ${plural(v.tokens, 'token', 'tokens')}`,
    kept: (v: { made: number; tokens: number }) => `${f.count(v.made)}/${f.count(v.tokens)}`,
    kept_word: 'kept',
    more: (v: { more: number }) => `+${f.count(v.more)} more`,
    crowd: (v: { arrived: number; orders: number }) =>
      v.arrived > 0
        ? `${f.count(v.arrived)} of ${f.count(v.orders)} orders have come.`
        : `${orders(v.orders)} will come, the same for every player.`,
    empty: 'Nobody is waiting.',
  },

  kitchen: {
    heading: (v: { slots: number }) => `GPU · max ${f.count(v.slots)} at once`,
    cooking: (v: { cooking: number }) => `${f.count(v.cooking)} cooking`,
    cold: (v: { cold: number }) => `${f.count(v.cold)} cold`,
    cold_why: '(batch not done)',
    ready: 'cold and ready',
    closing: (v: { closing: number }) => `${f.count(v.closing)} above the limit finish first`,
    /** The stoves in words. */
    picture: (v: { cooking: number; cold: number; free: number }) =>
      f.list(
        [
          `${f.count(v.cooking)} cooking`,
          v.cold > 0 ? `${f.count(v.cold)} cold until their batch is done` : '',
          v.free > 0 ? `${f.count(v.free)} free` : '',
        ].filter(Boolean),
      ),
    rule: 'Each step adds one token to every order on the GPU.',
  },

  served: {
    heading: 'Served',
    lost: 'Lost',
    none_lost: 'None lost so far.',
    one: (v: { cause: string; count: number }) => `${f.count(v.count)} ${v.cause}`,
  },

  step: {
    heading: 'One decode step',
    would_take: 'A full step would take',
    makes: (v: { step_us: number; tokens: number }) =>
      `${f.milliseconds(v.step_us)} → ${f.count(v.tokens)} ${plural(v.tokens, 'token', 'tokens')}`,
    idle: 'no order on the GPU',
    parts: { weights: 'Weights', requests: 'Orders', kv: 'KV cache', prefill: 'Prompt' },
    part: (v: { name: string; us: number }) => `${v.name} ${f.milliseconds(v.us)}`,
    /** With the KV cache off, or after being sent back, context is computed again. */
    recompute: 'Recompute',
    alone: (v: { us: number }) => `Alone ${f.milliseconds(v.us)} per token`,
    now: (v: { us: number }) => `now ${f.milliseconds(v.us)}`,
    then: (v: { us: number }) => `together ${f.milliseconds(v.us)}`,
    scale: (v: { us: number }) => f.milliseconds(v.us, 0),
    slowed: (v: { steps: number }) =>
      `Slowed for the eye: you see one read of all weights in ${f.count(v.steps)}.`,
    one_read: 'One read of all weights per step.',
    full_speed: 'Every read of all weights is shown.',
  },

  memory: {
    heading: 'GPU memory',
    used: (v: { used_mb: number; all_mb: number }) =>
      `${f.decimal(v.used_mb / 1000, 1)} of ${f.gigabytes(v.all_mb)}`,
    weights: 'Weights',
    kv: 'KV cache, one piece per order',
    free: 'Free',
    no_cache: 'nothing is kept',
  },

  lever: {
    slots: 'Cook at once',
    slots_hint: 'Orders the GPU cooks at the same time, one stove each.',
    fewer: 'One fewer',
    more: 'One more',
    region: 'Settings of the kitchen',
  },
  run: {
    region: 'Run',
    start: 'Start',
    pause: 'Pause',
    go_on: 'Go on',
    step: 'One step',
    state: 'How it stands',
    again: 'Try again',
    speed: 'Speed',
    speed_value: (v: { speed: number }) => `${f.decimal(v.speed, 2)}×`,
    paused: 'Paused. The settings still work.',
    was_hidden: 'Paused while you were away.',
  },

  caption: {
    lost: (v: { order: number; cause: Cause; waited_ms: number }, cause: Record<Cause, string>) =>
      `Order ${f.count(v.order + 1)} left after ${f.seconds(v.waited_ms)}: ${cause[v.cause]}.`,
    preempted: (v: { order: number; tokens: number }) =>
      `Memory full: order ${f.count(v.order + 1)} goes back to the queue, keeping its ${f.count(v.tokens)} ${plural(v.tokens, 'token', 'tokens')}.`,
    out_of_reach: 'Too many are lost to pass now. Keep experimenting, or try again.',
    cold: (v: { cold: number }) =>
      `${f.count(v.cold)} ${plural(v.cold, 'stove is', 'stoves are')} cold: a static batch lets nobody in until all of it is done.`,
    memory_holds: (v: { waiting: number }) =>
      `A stove is free, but the memory isn’t: ${orders(v.waiting)} waiting.`,
    recompute: (v: { share_permille: number }) =>
      `No KV cache: ${f.share(v.share_permille, 1000)} of this step computes old tokens again.`,
    queue_grows: (v: { waiting: number }) =>
      `The queue grows: ${orders(v.waiting)} waiting while every stove is taken.`,
    served_first: (v: { order: number }) =>
      `Order ${f.count(v.order + 1)} is the first one served.`,
    lull: (v: { to_come: number }) =>
      `Some stoves are free; ${orders(v.to_come)} ${plural(v.to_come, 'is', 'are')} still to come.`,
  },

  notice: {
    not_kept: 'This browser keeps nothing, so your progress is gone when you leave.',
    too_many_commands: (v: { commands_max: number }) =>
      `A run can take ${f.count(v.commands_max)} changes of a setting, and this one has had them all. Start it over to change more.`,
    ignored: (v: { parts: string }) => `Left out of the link, since it can’t be set: ${v.parts}.`,
    /** What was left out, with what can be set. */
    ignored_range: (v: { part: string; from: number; to: number }) =>
      `${v.part} (${f.count(v.from)} to ${f.count(v.to)})`,
    ignored_shift: (v: {
      part: string;
      from: number;
      to: number;
      daily: string;
      day: string;
      free: string;
    }) =>
      `${v.part} (${f.count(v.from)} to ${f.count(v.to)}, ${v.daily}, a day such as ${v.day}, or ${v.free})`,
    ignored_choice: (v: { part: string; first: string; second: string }) =>
      `${v.part} (${v.first} or ${v.second})`,
    ignored_here: (v: { part: string }) => `${v.part} (not a setting of this shift)`,
    language_failed: 'That language could not be loaded. Check your connection and try again.',
    unloaded: 'A part of this page could not be loaded. Check your connection and try again.',
    unloaded_in_run:
      'A part of this page could not be loaded. Once this shift is over, load the page again.',
    dismiss: 'Dismiss',
  },

  problem: {
    heading: 'The kitchen can’t open',
    unsupported:
      'It needs WebAssembly, which this browser doesn’t have or has switched off. A current Firefox, Chrome or Safari will do.',
    unreachable: 'Its engine could not be loaded. Check your connection and try again.',
    wrong_module: 'The page and its engine are of different versions. Load it again.',
    unexpected: 'Something in it broke. Load the page again.',
    trapped: 'The engine stopped twice in a row on this run. Load the page again.',
    retry: 'Load again',
    way_on: 'How it works and the questions further down can be read all the same.',
  },

  replay_note: 'Somebody’s run from a link, played again and checked here.',

  say: {
    start: (v: { number: number; duration_ms: number }, slots: number) =>
      `Shift ${f.count(v.number)} has started: ${f.count(v.duration_ms / 1000)} seconds, at most ${f.count(slots)} at once.`,
    countdown: (v: { left_ms: number; served: number; lost: number }) =>
      `${f.count(v.left_ms / 1000)} seconds left. ${f.count(v.served)} served, ${f.count(v.lost)} lost.`,
    result: (v: { passed: boolean; share: string; stars: number }) =>
      v.passed
        ? `Shift over. Passed with ${v.share}, ${f.count(v.stars)} ${plural(v.stars, 'star', 'stars')}.`
        : `Shift over. Not passed: ${v.share} served.`,
    state: (v: {
      left_ms: number;
      served: number;
      lost: number;
      waiting: number;
      cooking: number;
      slots: number;
      setup: boolean;
      paused: boolean;
    }) =>
      (v.setup ? 'Not started. ' : v.paused ? 'Paused. ' : '') +
      `${f.count(Math.ceil(v.left_ms / 1000))} seconds left. ${f.count(v.cooking)} of at most ${f.count(v.slots)} cooking, ${f.count(v.waiting)} waiting, ${f.count(v.served)} served, ${f.count(v.lost)} lost.`,
  },
};

type Cause = 'no_free_slot' | 'static_batch' | 'memory_full' | 'step_too_slow';
