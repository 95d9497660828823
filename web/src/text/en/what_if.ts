import { make_format } from '../format.ts';
import { plural } from '../plural.ts';

const f = make_format('en');

/** Another future of a run: one lever, from one moment on. */
export const what_if = {
  heading: 'What if?',
  ask: 'Keep one setting from a moment on, and see how your shift would have gone.',
  lever: 'Setting',
  value: 'Value',
  moment: 'From',
  second: (v: { at_ms: number }) => `second ${f.count(v.at_ms / 1000)}`,

  searching: (v: { done: number; of: number }) =>
    `Looking for the change that counts most: ${f.count(v.done)} of ${f.count(v.of)}`,
  search_failed: 'The search for the best change broke off.',
  best_heading: 'The one change that counts most',
  best_note: 'Of all the ways to change one setting once, second by second.',
  /** Without its end, one of those below. */
  best: (v: { at_ms: number; change: string; saved: number }) =>
    `${from(v)}: **${v.change}** → ${f.count(v.saved)} more served`,
  best_end: {
    /** `stars` is 0 where there are none to reach. */
    passes: (v: { stars: number }) =>
      v.stars > 0 ? `, and the shift is passed, with ${stars(v)}.` : ', and the shift is passed.',
    fails: ', not enough to pass.',
    more_stars: (v: Stars) => `, and ${stars(v)} instead of ${f.count(v.before)}.`,
    fewer_stars: (v: Stars) => `, but only ${stars(v)} instead of ${f.count(v.before)}.`,
    plain: '.',
  },
  best_none: 'No single change, at any second, would have served even one order more.',
  use_best: 'See the chart',
  play: (v: { setting: string }) => `Try ${v.setting} from the start`,

  instead: (v: { to: string; from: string }) => `${v.to} instead of ${v.from}`,
  instead_slots: (v: { to: number; from: number }) =>
    `${f.count(v.to)} at once instead of ${f.count(v.from)}`,
  kept: (v: { to: string }) => `${v.to} all along`,
  /** After the three above, where the run has other changes too. */
  others_kept: ' (your other changes kept)',

  more: (v: Future) =>
    `${from(v)}, ${v.change}: **${f.count(v.by)} more ${plural(v.by, 'order', 'orders')} served,** ${f.count(v.served)} of ${f.count(v.orders)}.`,
  fewer: (v: Future) =>
    `${from(v)}, ${v.change}: **${f.count(v.by)} ${plural(v.by, 'order', 'orders')} fewer served,** ${f.count(v.served)} of ${f.count(v.orders)}.`,
  same: (v: Future) =>
    `${from(v)}, ${v.change}: **just as many served,** ${f.count(v.served)} of ${f.count(v.orders)}.`,
  one_too_many: (v: { changes: number }) =>
    `Your run has ${f.count(v.changes)} changes, as many as a run can have: one more at this moment could not be played.`,
  /** The end of the three above, as `best_end` is of the best change. */
  end: {
    /** `stars` is 0 where there are none to reach. */
    passes: (v: { stars: number }) =>
      v.stars > 0 ? `That would have passed, with ${stars(v)}.` : 'That would have passed.',
    fails: 'Not enough to pass.',
    more_stars: (v: Stars) =>
      `Passed all the same, and with ${stars(v)} instead of ${f.count(v.before)}.`,
    fewer_stars: (v: Stars) =>
      `Passed all the same, but with only ${stars(v)} instead of ${f.count(v.before)}.`,
    plain: 'Passed all the same.',
  },
  /** The end where the run did pass. */
  would_fail: 'That would not have passed.',

  served: 'served so far',
  yours: 'your run',
  other: 'the other future',
  table: 'Both futures as a table',
  column: {
    at: 'At',
    served: 'Served',
    busy: 'Cooking',
    queue: 'Waiting',
    /** Yours, then the other. */
    pair: (v: { yours: number; other: number }) => `${f.count(v.yours)} → ${f.count(v.other)}`,
  },
  pair_note: 'Your run → the other future',
};

/** Of the other future, and of the run. */
type Stars = { stars: number; before: number };

const stars = (v: { stars: number }): string =>
  `${f.count(v.stars)} ${plural(v.stars, 'star', 'stars')}`;

type Future = { at_ms: number; change: string; by: number; served: number; orders: number };

function from(v: { at_ms: number }): string {
  return v.at_ms === 0 ? 'From the start' : `From second ${f.count(v.at_ms / 1000)}`;
}
