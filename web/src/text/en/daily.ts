import { make_format } from '../format.ts';
import { plural } from '../plural.ts';

const f = make_format('en');

/** The shift of the day, and of days past. */
export const daily = {
  tab: 'Daily',
  name: (v: { day: number }) => `Daily ${f.count(v.day)}`,
  title: (v: { day: number; lesson: string }) => `Daily ${f.count(v.day)}: ${v.lesson}`,
  /** Stands beside the number. */
  about: (v: { lesson: string }) => `like ${v.lesson}`,
  arrives: 'One crowd for everyone, for one day. You know the levers: find what suits it.',
  started: (v: { day: number; duration_ms: number; slots: number }) =>
    `Daily ${f.count(v.day)} has started: ${f.count(v.duration_ms / 1000)} seconds, at most ${f.count(v.slots)} at once.`,

  laying_out: 'Laying out the day’s kitchen …',
  region: 'Daily shift',
  before: 'The day before',
  after: 'The day after',
  to_today: 'Today’s shift',
  next_in: (v: { hours: number; minutes: number }) =>
    v.hours > 0
      ? `next in ${f.count(v.hours)} h ${f.count(v.minutes)} min`
      : `next in ${f.count(v.minutes)} min`,
  best: (v: { share: string; stars: number }) =>
    v.stars > 0
      ? `best ${v.share}, ${f.count(v.stars)} ${plural(v.stars, 'star', 'stars')}`
      : `best ${v.share}, not passed`,
  passed: (v: { stars: number }) =>
    `passed, ${f.count(v.stars)} ${plural(v.stars, 'star', 'stars')}`,
  not_played: 'not played yet',

  ahead: {
    heading: (v: { day: number }) => `Daily ${f.count(v.day)} isn’t here yet`,
    in_days: (v: { days: number }) =>
      `It comes in ${f.count(v.days)} ${plural(v.days, 'day', 'days')}, at midnight UTC.`,
    in_hours: (v: { hours: number; minutes: number }) =>
      v.hours > 0
        ? `It comes in ${f.count(v.hours)} h ${f.count(v.minutes)} min, at midnight UTC.`
        : `It comes in ${f.count(v.minutes)} min, at midnight UTC.`,
    play_today: 'Play today’s shift',
  },

  /** The device's clock shows a day from before the first daily shift, or after the last. */
  clock: {
    heading: 'What day is it?',
    reason:
      'By your device’s clock, today has no daily shift: please check its date, then load this page again.',
    play_first: 'Play the first shift',
  },

  /** A link to a day that there isn't. */
  refused: {
    heading: 'There is no such day',
    day: (v: { found: number; first: number; last: number }) =>
      `This link asks for day ${f.count(v.found)}; there are days ${f.count(v.first)} to ${f.count(v.last)}.`,
    no_proof: (v: { found: number }) =>
      `For day ${f.count(v.found)} no crowd was found that can be served well enough to pass, so it has no shift.`,
    damaged: 'This link is damaged. Ask for it again.',
  },
};
