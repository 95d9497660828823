import type { Text } from '../../text/index.ts';
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
