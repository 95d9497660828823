import { make_format } from '../format.ts';

const f = make_format('en');

/** Why a replay link is not shown, by the engine's ReplayError. Each ends with what to do instead. */
export const refusal = {
  heading: 'This link can’t be replayed',
  way_on: 'You can play the shift yourself instead: the crowd is the same.',
  play: 'Play this shift',
  reason: {
    empty: () => 'There is no run in this link.',
    too_long: () => 'This link is longer than the link of any run.',
    not_a_replay: () => 'What this link carries is not a run of this kitchen.',
    wrong_version: (v: { found: number; rules_version: number }) =>
      `This link was made under rules version ${f.count(v.found)}. This kitchen plays by version ${f.count(v.rules_version)}, where the same settings may end differently.`,
    truncated: () => 'This link is cut off: its end is missing. Ask for it again.',
    unknown_shift: (v: { found: number; shift_count: number }) =>
      `This link is about shift ${f.count(v.found)}, but there are only ${f.count(v.shift_count)}.`,
    unknown_lever: (v: { at: number }) =>
      `This link changes a lever that does not exist (character ${f.count(v.at)}). It may have been cut on its way: ask for the whole link.`,
    lever_not_shown: (v: { at: number }) =>
      `This link changes a lever that its shift does not have (character ${f.count(v.at)}).`,
    value_out_of_range: (v: { found: number; at: number }) =>
      `This link sets a lever to ${f.count(v.found)}, which it can’t take (character ${f.count(v.at)}).`,
    time_out_of_range: (v: { found: number; duration_ms: number }) =>
      `This link changes a lever at ${f.seconds(v.found, 3)}; a shift lasts ${f.seconds(v.duration_ms, 0)}.`,
    time_goes_back: (v: { at: number }) =>
      `This link’s changes are not in order of time (character ${f.count(v.at)}).`,
    too_many_commands: (v: { commands_max: number }) =>
      `This link has more than ${f.count(v.commands_max)} changes, the most a run can have.`,
    trailing_text: (v: { at: number }) =>
      `Something follows the run in this link (from character ${f.count(v.at)}). Copy it again without the extra text.`,
    diverged: (v: { agrees_until_ms: number; differs_at_ms: number }) =>
      `Played again, this run ends differently: it agrees up to ${f.seconds(v.agrees_until_ms, 0)} and differs by ${f.seconds(v.differs_at_ms, 0)}. The link has been altered.`,
  },
};
