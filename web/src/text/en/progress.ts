import { make_format } from '../format.ts';
import { plural } from '../plural.ts';

const f = make_format('en');

const shifts = (count: number): string => `${f.count(count)} ${plural(count, 'shift', 'shifts')}`;

/** What this browser remembers of the player, and the file that takes it along. */
export const progress = {
  heading: 'Your progress',
  where: 'It stays in this browser. Save it to a file before you clear the browser or change it.',
  save: 'Save to a file',
  load: 'Load from a file',
  saved: (v: { shifts: number }) => `Saved: ${shifts(v.shifts)}.`,
  /** Of these the file lacks something: what is kept there isn't of this game. */
  unreadable: (v: { shifts: number }) =>
    `What is kept of ${shifts(v.shifts)} can’t be read and is not in the file.`,
  loading: 'Playing its runs again …',
  loaded: (v: { shifts: number; better: number }) =>
    v.better > 0
      ? `Loaded: ${shifts(v.shifts)}, ${f.count(v.better)} of them better than here.`
      : `Loaded: ${shifts(v.shifts)}. You had come as far already.`,
  /** Beside one's own, which stay. */
  left_out: (v: { kitchens: number; kept_max: number }) =>
    `${f.count(v.kitchens)} free ${plural(v.kitchens, 'kitchen was', 'kitchens were')} left out: this browser keeps ${f.count(v.kept_max)}, and yours come first.`,
  other_rules: (v: { runs: number }) =>
    `${f.count(v.runs)} ${plural(v.runs, 'run was', 'runs were')} played by other rules and can’t be shown again; the stars count.`,

  forget: 'Forget everything',
  forget_ask: 'Forget everything?',
  forget_what:
    'Stars, best runs, last settings and your choices on this page go. Without a file there is no way back.',
  forget_yes: 'Forget it all',
  forget_no: 'Keep it',
  forgotten: 'Nothing is kept any more.',

  refused: 'Nothing was loaded.',
  /** Each after `refused`. `at` is a place in the file, such as shifts.2.stars. */
  problem: {
    too_large: (v: { found_mb: number; last_mb: number }) =>
      `The file has ${f.decimal(v.found_mb, 1)} MB; at most ${f.decimal(v.last_mb, 1)} MB can be read.`,
    not_json: () => 'The file is damaged, or it is of another kind.',
    not_progress: () => 'The file holds no progress of this game.',
    wrong_version: (v: { found: string; last: number }) =>
      `The file is of version ${v.found}; this page reads version ${f.count(v.last)}.`,
    unknown_field: (v: { at: string }) => `The file says something unknown: ${v.at}.`,
    not_an_object: (v: { at: string; found: string }) =>
      `${v.at} is ${v.found}, which should be a group in braces.`,
    not_a_text: (v: { at: string; found: string }) =>
      `${v.at} is ${v.found}, which should be text.`,
    unknown_shift: (v: { found: string }) => `There is no shift called ${v.found}.`,
    day_ahead: (v: { found: string }) => `The day of ${v.found} isn’t here yet.`,
    out_of_range: (v: { at: string; found: string; first: number; last: number }) =>
      `${v.at} is ${v.found}; it can be a whole number from ${f.count(v.first)} to ${f.count(v.last)}.`,
    run_refused: (v: { at: string; found: string }) =>
      `${v.at} holds a run that ends differently when played again: ${v.found}.`,
    other_shift: (v: { at: string; found: string }) =>
      `${v.at} holds a run of another shift: ${v.found}.`,
    not_kept: () => 'This browser has no room for it, or keeps nothing.',
    unreadable: () => 'The file could not be read.',
  },
};
