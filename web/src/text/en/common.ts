import { make_format } from '../format.ts';
import { eight_bit, sixteen_bit } from './bits.ts';
import { plural } from '../plural.ts';

const f = make_format('en');

/** Names that more than one screen uses. */
export const common = {
  lever: {
    slots: 'At once',
    batching: 'Batching',
    kv_cache: 'KV cache',
    weight_bits: 'Weights',
  },
  batching: { static_batch: 'Static', continuous: 'Continuous' },
  kv_cache: { on: 'On', off: 'Off' },
  weight_bits: { bits_8: eight_bit, bits_16: sixteen_bit },
  /** One value of a lever where it stands alone, in the middle of a line. */
  setting: {
    slots: (v: { slots: number }) => `${f.count(v.slots)} at once`,
    static_batch: 'static',
    continuous: 'continuous',
    kv_cache_on: 'KV cache',
    kv_cache_off: 'no KV cache',
    bits_8: eight_bit,
    bits_16: sixteen_bit,
  },
  /** Why an order was lost, in a word or two beside its icon. */
  cause: {
    no_free_slot: 'no free stove',
    static_batch: 'batch not done',
    memory_full: 'memory full',
    step_too_slow: 'steps too slow',
    unfinished: 'shift over',
  },
  stars: (v: { stars: number; stars_max: number }) =>
    `${f.count(v.stars)} of ${f.count(v.stars_max)} ${plural(v.stars_max, 'star', 'stars')}`,
};
