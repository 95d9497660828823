import type { FreeField, FreeFieldName } from '../../engine/engine.ts';
import type { Format, Text } from '../../text/index.ts';

export type Unit = keyof Text['free']['unit'];
export type GroupName = keyof Text['free']['group'];

/** How a field of the engine is shown: in which unit, and how many of the engine's make one of it. */
export interface Shown {
  unit: Unit | null;
  per_unit: number;
}

const as_is = (unit: Unit | null): Shown => ({ unit, per_unit: 1 });
const thousands = (unit: Unit): Shown => ({ unit, per_unit: 1000 });

/** Every field, in the order and the groups it is shown in. */
export const groups: { name: GroupName; fields: Partial<Record<FreeFieldName, Shown>> }[] = [
  {
    name: 'crowd',
    fields: {
      orders_per_min: as_is('per_minute'),
      groups: as_is(null),
      group_orders: as_is('orders'),
      seed: as_is(null),
    },
  },
  {
    name: 'length',
    fields: {
      prompt_tokens_min: as_is('tokens'),
      prompt_tokens_max: as_is('tokens'),
      output_tokens_min: as_is('tokens'),
      output_tokens_max: as_is('tokens'),
      long_orders_percent: as_is('percent'),
      long_output_tokens: as_is('tokens'),
    },
  },
  {
    name: 'patience',
    fields: {
      patience_base_ms: thousands('seconds'),
      patience_per_token_ms: as_is('milliseconds'),
    },
  },
  {
    name: 'memory',
    fields: {
      memory_mb: thousands('gigabytes'),
      weights_mb: thousands('gigabytes'),
      kv_kb_per_token: thousands('megabytes'),
    },
  },
  {
    name: 'step',
    fields: {
      weights_read_us: thousands('milliseconds'),
      per_request_us: thousands('milliseconds'),
      per_token_us: thousands('milliseconds'),
      per_context_ns: { unit: 'milliseconds', per_unit: 1_000_000 },
    },
  },
];

/** Value of a field as it is shown, and back: no rounding but the field's own. */
export const to_shown = (value: number, { per_unit }: Shown): number => value / per_unit;
export const from_shown = (value: number, { per_unit }: Shown): number =>
  Math.round(value * per_unit * 1000) / 1000;

/** How a field is shown; every one of the engine's is in a group. */
export function shown_of(name: FreeFieldName): Shown {
  const shown = groups.map((group) => group.fields[name]).find((found) => found !== undefined);
  if (!shown) throw new RangeError(`${name} is in no group`);
  return shown;
}

/** Decimals that a field's smallest step needs in its unit. */
export function digits_of(field: Pick<FreeField, 'step'>, { per_unit }: Shown): number {
  let digits = 0;
  while (digits < 6 && (field.step * 10 ** digits) % per_unit !== 0) digits += 1;
  return digits;
}

/** A field's value with its unit: "1.14 ms". */
export function value_words(
  text: Text,
  format: Format,
  field: Pick<FreeField, 'step' | 'name'>,
  value: number,
): string {
  const shown = shown_of(field.name);
  const number = format.decimal(to_shown(value, shown), digits_of(field, shown));
  return shown.unit === null ? number : `${number}\u00a0${text.free.unit[shown.unit]}`;
}
