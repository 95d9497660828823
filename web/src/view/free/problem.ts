import type { FreeField, ShiftRefused } from '../../engine/engine.ts';
import type { Format, Text } from '../../text/index.ts';
import { value_words } from './fields.ts';

/** What is wrong with a kitchen's values; `field` is the one to change first, null for none in particular. */
export type Refusal = Pick<
  ShiftRefused,
  'reason' | 'field' | 'found' | 'first' | 'last' | 'step' | 'at'
>;

/** A number that the engine can't even be asked about: nothing was typed, or half a number. */
export function no_number(field: FreeField): Refusal {
  const { name, first, last, step } = field;
  return { reason: 'value_out_of_range', field: name, found: NaN, first, last, step, at: 0 };
}

/** Why, where the values themselves are at fault; null where it is the code of a link. */
export function problem_words(
  text: Text,
  format: Format,
  fields: readonly FreeField[],
  refusal: Refusal,
): string | null {
  const { wrong } = text.free;
  const field = fields.find(({ name }) => name === refusal.field);
  const words = (value: number): string =>
    field ? value_words(text, format, field, value) : format.count(value);
  const [first, last, step] = [refusal.first, refusal.last, refusal.step].map(words) as [
    string,
    string,
    string,
  ];
  switch (refusal.reason) {
    case 'value_out_of_range':
      return wrong.value_out_of_range({ first, last, step });
    case 'min_over_max':
      return wrong.min_over_max({ last });
    case 'weights_over_memory':
      return wrong.weights_over_memory({ last });
    case 'too_many_orders':
      return wrong.too_many_orders(refusal);
    case 'no_orders':
      return wrong.no_orders;
    default:
      return null;
  }
}

/** Why a link leads to no kitchen. */
export function refused_words(
  text: Text,
  format: Format,
  fields: readonly FreeField[],
  refusal: Refusal,
): string {
  const { refused } = text.free;
  const why = problem_words(text, format, fields, refusal);
  const field = fields.find(({ name }) => name === refusal.field);
  if (why !== null && field) {
    const found = value_words(text, format, field, refusal.found);
    return refused.field({ name: text.free.field[field.name], found, why });
  }
  if (why !== null) return why;
  if (refusal.reason === 'truncated') return refused.truncated;
  const at = refusal.at + 1;
  return refusal.reason === 'trailing_text'
    ? refused.trailing_text({ at })
    : refused.damaged({ at });
}
