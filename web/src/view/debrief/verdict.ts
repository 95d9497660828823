import type { Text } from '../../text/index.ts';
import { last_settings } from './changes.ts';
import { is_combination, type Combination } from './curve.ts';
import { combination_name } from './names.ts';
import { passing_ranges } from './passing.ts';
import type { Result } from './result.ts';

/** The sentence that names what held the run back; a win and a loss read differently. */
export function verdict_sentence(text: Text, result: Result): string {
  const { verdict, passed } = result;
  const numbers = {
    ...verdict,
    slots_busy: verdict.slots_busy_milli / 1000,
    slots_cold: verdict.slots_cold_milli / 1000,
  };
  const sentences = text.debrief.verdict;
  // With nothing lost every order was served, and so the shift is passed.
  if (verdict.kind_name === 'nothing_lost') return sentences.nothing_lost.passed(numbers);
  const pair = sentences[verdict.kind_name];
  return passed ? pair.passed(numbers) : pair.failed(numbers);
}

/** With the KV cache on, prompts take a few percent; without it, context takes far more than this. */
const much_prefill_permille = 150;

/** That the GPU computed much context again, where the verdict is about something else; else null. */
export function recompute_sentence(text: Text, result: Result): string | null {
  const { kind_name, prefill_permille } = result.verdict;
  const told = kind_name === 'recompute' || prefill_permille < much_prefill_permille;
  return told ? null : text.debrief.recomputed({ prefill_permille });
}

/**
 * What the combination a failed run ended with could do at best, had it been kept from the start.
 * null for a run that passed.
 */
export function could_sentence(
  text: Text,
  result: Result,
  lines: readonly Combination[],
): string | null {
  if (result.passed) return null;
  const last = last_settings(result.info, result.commands);
  const line = lines.find((one) => is_combination(one, last));
  if (!line) throw new RangeError('the run ended with a combination that was not played');
  const words = text.debrief.could;
  const setting = combination_name(text, result.info, line);
  const ranges = passing_ranges(text, line);
  if (ranges) return setting ? words.with_slots({ setting, ranges }) : words.slots_only({ ranges });
  const served = Math.max(...line.outcomes.map((outcome) => outcome.served));
  return words.never({ setting, served, orders: result.orders });
}

/** From this factor on, cooking together was worth telling. */
const factor_told = 1.05;

/** What a token cost in this run against cooking alone. */
export function saved_sentence(text: Text, { verdict }: Result): string {
  const words = text.debrief.saved;
  const { run_us_per_token, alone_us_per_token } = verdict;
  if (run_us_per_token === 0) return words.nothing;
  const slots_busy = verdict.slots_busy_milli / 1000;
  const cheaper = alone_us_per_token / run_us_per_token;
  const numbers = { run_us_per_token, alone_us_per_token, slots_busy, factor: cheaper };
  if (cheaper >= factor_told) return words.cheaper(numbers);
  if (cheaper <= 1 / factor_told) return words.dearer({ ...numbers, factor: 1 / cheaper });
  return words.same(numbers);
}
