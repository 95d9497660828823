import { make_format } from '../format.ts';
import { plural } from '../plural.ts';
import { star } from './star.ts';

const f = make_format('en');

/** Lost orders that a sentence is about: "12 of the 20 lost orders". */
function of_the_lost(v: OfTheLost): string {
  if (v.lost === 1) return 'the one lost order';
  if (v.lost_to_this === v.lost) return `all ${f.count(v.lost)} lost orders`;
  return `${f.count(v.lost_to_this)} of the ${f.count(v.lost)} lost orders`;
}

type OfTheLost = { lost: number; lost_to_this: number };

/** `lost_us_per_token`: what a token took those that were lost while cooking; 0 if they made none. */
type Pace = { lost_us_per_token: number; pace_allowed_us: number };

function orders_on_average({ slots_busy }: { slots_busy: number }): string {
  const shown = f.decimal(slots_busy, 1);
  return `${shown} ${plural(Number(slots_busy.toFixed(1)), 'order', 'orders')}`;
}

function paces(v: Pace): string {
  if (v.lost_us_per_token === 0) return '';
  return `; a token took ${f.milliseconds(v.lost_us_per_token, 0)}, where patience allowed ${f.milliseconds(v.pace_allowed_us, 0)}`;
}

type Saved = {
  run_us_per_token: number;
  alone_us_per_token: number;
  /** How many times less, or more. */
  factor: number;
  slots_busy: number;
};

type MomentNumbers = {
  at_ms: number;
  running: number;
  waiting: number;
  served: number;
  lost: number;
};

export const debrief = {
  /** Read out first, and the heading of the whole. */
  heading: 'How it went',
  passed: 'Passed',
  failed: 'Not passed',
  served: (v: { orders: number }) => `of ${f.count(v.orders)} orders served in time`,
  goal: (v: { pass_percent: number }) => `goal: ${f.percent(v.pass_percent)}`,

  star,

  number: {
    longest: 'Longest stay',
    longest_served: (v: { order: number }) => `order ${f.count(v.order)}, served`,
    longest_lost: (v: { order: number; cause: string }) =>
      `order ${f.count(v.order)}, lost: ${v.cause}`,
    median: 'Half of the served took at most',
    busy: 'Cooking at once, on average',
    busy_peak: (v: { peak: number }) => `at most ${f.count(v.peak)}`,
    nothing: 'none',
  },

  /** What cooking together saved: GPU time over all tokens made, against a step of one order. */
  saved: {
    cheaper: (v: Saved) =>
      `**A token cost ${f.milliseconds(v.run_us_per_token)} of GPU time, ${f.factor(v.factor)} cheaper than alone:** cooked by itself, it takes ${f.milliseconds(v.alone_us_per_token)}. On average ${orders_on_average(v)} shared a step.`,
    dearer: (v: Saved) =>
      `**A token cost ${f.milliseconds(v.run_us_per_token)} of GPU time, ${f.factor(v.factor)} what it takes alone,** ${f.milliseconds(v.alone_us_per_token)}: with ${orders_on_average(v)} in a step on average, sharing did not make up for the rest of it.`,
    same: (v: Saved) =>
      `**A token cost ${f.milliseconds(v.run_us_per_token)} of GPU time, as good as alone:** with ${orders_on_average(v)} in a step on average, next to nothing was shared.`,
    nothing: 'Not one token was made.',
  },

  verdict_heading: 'What held this run back',
  /** The same for a run that passed. */
  verdict_heading_passed: 'What was still in the way',
  verdict: {
    nothing_lost: {
      passed: (v: { slots_busy: number }) =>
        `**Nothing held you back:** every order was served, with ${f.decimal(v.slots_busy, 1)} cooking at once on average.`,
    },
    no_free_slot: {
      passed: (v: OfTheLost & { hold_ms: number }) =>
        v.lost === 1
          ? `**You kept up.** The one lost order waited too long for a stove: for ${f.seconds(v.hold_ms)} all were taken.`
          : `**You kept up.** What you lost was mostly for want of a stove: ${of_the_lost(v)} waited too long for one, and for ${f.seconds(v.hold_ms)} all were taken.`,
      failed: (v: OfTheLost & { hold_ms: number }) =>
        `**No stove was free:** for ${f.seconds(v.hold_ms)} all were taken, and ${of_the_lost(v)} waited too long for one.`,
    },
    static_batch: {
      passed: (v: OfTheLost & { hold_ms: number; slots_cold: number }) =>
        `**You passed in spite of cold stoves:** for ${f.seconds(v.hold_ms)}, ${f.decimal(v.slots_cold, 1)} of them on average stood empty until their batch was done, and ${of_the_lost(v)} waited too long beside them.`,
      failed: (v: OfTheLost & { hold_ms: number; slots_cold: number }) =>
        `**Cold stoves beside a queue:** for ${f.seconds(v.hold_ms)}, ${f.decimal(v.slots_cold, 1)} of them on average stood empty until the longest order of their batch was done, and ${of_the_lost(v)} waited too long for that.`,
    },
    memory_full: {
      passed: (v: OfTheLost & { hold_ms: number }) =>
        `**You passed with the memory at its limit:** for ${f.seconds(v.hold_ms)} another KV cache had no room, and ${of_the_lost(v)} waited too long for it.`,
      failed: (v: OfTheLost & { hold_ms: number; preemptions: number }) =>
        `**The memory was full:** for ${f.seconds(v.hold_ms)} a stove was free but another KV cache had no room, and ${of_the_lost(v)} waited too long for it` +
        (v.preemptions > 0
          ? `; ${f.count(v.preemptions)} ${plural(v.preemptions, 'time', 'times')} an order had to go back to the queue.`
          : '.'),
    },
    step_too_slow: {
      passed: (v: OfTheLost & Pace) =>
        `**You kept up, close to the edge:** ${of_the_lost(v)} had a stove already when patience ran out${paces(v)}.`,
      failed: (v: OfTheLost & Pace) =>
        `**Steps too slow:** ${of_the_lost(v)} had a stove already when patience ran out${paces(v)}. Each order that shares a step makes it longer.`,
    },
    recompute: {
      passed: (v: OfTheLost & { prefill_permille: number }) =>
        `**You passed while computing much of it again:** ${f.share(v.prefill_permille, 1000)} of the GPU’s time went into context that was not cached, and ${of_the_lost(v)} ran out of patience in front of a stove or on one.`,
      failed: (v: OfTheLost & { prefill_permille: number }) =>
        `**The same tokens, computed over and over:** ${f.share(v.prefill_permille, 1000)} of the GPU’s time went into context that was not cached, and ${of_the_lost(v)} ran out of patience in front of a stove or on one.`,
    },
    too_late: {
      passed: (v: OfTheLost) =>
        `**Only the clock was faster:** ${of_the_lost(v)} had not been served yet when the shift ended.`,
      failed: (v: OfTheLost) =>
        `**The clock ran out:** ${of_the_lost(v)} had not been served yet when the shift ended.`,
    },
  },
  /** After a verdict that names something else, where a great part of the time went into this. */
  recomputed: (v: { prefill_permille: number }) =>
    `${f.share(v.prefill_permille, 1000)} of the GPU’s time went into context that was not cached.`,
  /** After the verdict of a failed run: what the same combination of levers could do at best. */
  could: {
    never: (v: { setting: string; served: number; orders: number }) =>
      `No number of stoves passes with ${v.setting}: the best serves ${f.share(v.served, v.orders)}.`,
    with_slots: (v: { setting: string; ranges: string }) =>
      `With ${v.setting}, ${v.ranges} at once would pass.`,
    slots_only: (v: { ranges: string }) => `With ${v.ranges} at once this shift passes.`,
  },
  /** After the verdict, where the settings changed in mid-shift. */
  before_change: (v: { lost: number; lost_before: number; at_ms: number }) =>
    v.lost_before === v.lost
      ? `${plural(v.lost, 'It was', 'All were')} lost before your last change, at ${f.seconds(v.at_ms, 0)}.`
      : `${f.count(v.lost_before)} of the ${f.count(v.lost)} ${plural(v.lost_before, 'was', 'were')} lost before your last change, at ${f.seconds(v.at_ms, 0)}.`,

  causes: {
    heading: 'Why orders were lost',
    none: 'None was lost.',
    count: (v: { lost: number }) => `${f.count(v.lost)} ${plural(v.lost, 'order', 'orders')} lost`,
    why: {
      no_free_slot: 'Waited too long: all stoves were taken.',
      static_batch: 'Waited too long: a stove was free, but its batch was not done.',
      memory_full: 'Waited too long: another KV cache had no room.',
      step_too_slow: 'Was cooking, but each step took too long.',
      unfinished: 'Was still in the house when the shift ended.',
    },
  },

  curve: {
    heading: 'The same crowd, every setting',
    computing: (v: { done: number; of: number }) =>
      `Playing this shift under every setting: ${f.count(v.done)} of ${f.count(v.of)}`,
    computed: (v: { settings: number }) =>
      `This crowd, played again under all ${f.count(v.settings)} settings`,
    axis_slots: 'orders at once (slots)',
    passing: (v: { pass_percent: number }) => `passes from ${f.percent(v.pass_percent)}`,
    /** The slots of a run that changed them. */
    average: (v: { slots: number }) => `limit ${f.decimal(v.slots, 1)} on average`,
    /** Beside the ring, a line each. */
    you: (v: { slots: string }) => `you: ${v.slots}`,
    changed: (v: { at_ms: number }) => `changed at ${f.seconds(v.at_ms, 0)}`,
    changed_last: (v: { at_ms: number }) => `last changed at ${f.seconds(v.at_ms, 0)}`,
    /** The combination the run ended with. */
    yours: 'you',
    /** The slider that picks the setting whose numbers are shown. */
    pick: 'Look at another number of slots',
    pick_hint: 'Slide across the curve to see other settings.',
    picked: (v: { slots: number }) => `With ${f.count(v.slots)} at once`,
    column: {
      setting: 'Setting',
      slots: 'At once',
      served: 'Served',
      quick: (v: { par_percent: number }) => `${f.percent(v.par_percent)} done in`,
      preemptions: 'Sent back',
    },
    passes: 'passes',
    fails: 'fails',
    /** Which slots pass, per setting. */
    ranges_heading: 'What passes',
    range: (v: { from: number; to: number }) =>
      v.from === v.to ? f.count(v.from) : `${f.count(v.from)} to ${f.count(v.to)}`,
    range_of: (v: { setting: string; ranges: string }) => `${v.setting}: ${v.ranges} at once`,
    range_only: (v: { ranges: string }) => `This shift passes with ${v.ranges} at once.`,
    range_nothing_else: 'Nothing else does.',
    /** Of all combinations and slots. */
    range_nothing: 'No setting kept from start to end passes this shift.',
    table: 'All numbers as a table',
    error: 'The other settings could not be played through.',
  },

  timeline: {
    heading: (v: { duration_ms: number }) => `Your ${f.count(v.duration_ms / 1000)} seconds`,
    busy: 'cooking',
    limit: 'the limit you set',
    queue: 'waiting in the queue',
    lost: 'lost',
    change: 'your changes',
    at: (v: { at_ms: number }) => f.seconds(v.at_ms, 0),
    tick: (v: { at_ms: number }) => f.seconds(v.at_ms, 0),
    change_slots: (v: { from: number; to: number }) =>
      `${f.count(v.from)} → ${f.count(v.to)} at once`,
    change_from_to: (v: { from: string; to: string }) => `${v.from} → ${v.to}`,
    settings_heading: 'What was set when',
    start: 'Start',
    changes_none: 'One setting from start to end.',
    summary: (v: { running_peak: number; waiting_peak: number; lost: number }) =>
      `At most ${f.count(v.running_peak)} cooking and ${f.count(v.waiting_peak)} waiting; ${f.count(v.lost)} lost. The table below has the numbers.`,
    /** The slider that picks the moment whose kitchen is shown. */
    scrub: 'Look at a moment',
    moment: (v: MomentNumbers) =>
      `${f.seconds(v.at_ms)}: ${f.count(v.running)} cooking, ${f.count(v.waiting)} waiting, ${f.count(v.served)} served, ${f.count(v.lost)} lost`,
    table: 'The timeline as a table',
    column: { at: 'At', busy: 'Cooking', queue: 'Waiting', served: 'Served', lost: 'Lost' },
  },

  /** The kitchen as it was at the moment picked. */
  moment: {
    play: (v: { speed: number }) => `Play it back ${f.count(v.speed)}× as fast`,
    pause: 'Pause',
    at: (v: { at_ms: number }) => `At ${f.seconds(v.at_ms)}`,
    cooking: 'Cooking',
    of_slots: (v: { running: number; slots: number }) =>
      `${f.count(v.running)} of at most ${f.count(v.slots)}`,
    waiting: 'In the queue',
    served: 'Served so far',
    lost: 'Lost so far',
    step: 'This decode step',
    idle: 'nothing cooking',
    memory: 'GPU memory',
  },

  explain_heading: 'What you just saw',
  explain_real: 'On a real GPU',

  next: (v: { shift: string }) => `Next: ${v.shift}`,
  mine: 'Play this crowd yourself',
  again: 'Play again',
  copy_link: 'Copy link',
  link_copied: 'Link copied',
  link_note: 'The link replays this very run, anywhere.',
};
