import type { common as english } from '../en/common.ts';
import { make_format } from '../format.ts';
import { eight_bit, sixteen_bit } from './bits.ts';

const f = make_format('id');

export const common: typeof english = {
  lever: {
    slots: 'Sekaligus',
    batching: 'Batching',
    kv_cache: 'KV cache',
    weight_bits: 'Weight',
  },
  batching: { static_batch: 'Static', continuous: 'Continuous' },
  kv_cache: { on: 'Nyala', off: 'Mati' },
  weight_bits: { bits_8: eight_bit, bits_16: sixteen_bit },
  setting: {
    slots: (v) => `${f.count(v.slots)} sekaligus`,
    static_batch: 'static',
    continuous: 'continuous',
    kv_cache_on: 'KV cache',
    kv_cache_off: 'tanpa KV cache',
    bits_8: eight_bit,
    bits_16: sixteen_bit,
  },
  cause: {
    no_free_slot: 'tak ada kompor kosong',
    static_batch: 'batch belum habis',
    memory_full: 'memori penuh',
    step_too_slow: 'langkah lambat',
    unfinished: 'shift habis',
  },
  stars: (v) => `${f.count(v.stars)} dari ${f.count(v.stars_max)} bintang`,
};
