import type { common as english } from '../en/common.ts';
import { make_format } from '../format.ts';
import { eight_bit, sixteen_bit } from './bits.ts';
import { plural } from '../plural.ts';

const f = make_format('es');

export const common: typeof english = {
  lever: {
    slots: 'A la vez',
    batching: 'Batching',
    kv_cache: 'KV cache',
    weight_bits: 'Pesos',
  },
  batching: { static_batch: 'Estático', continuous: 'Continuo' },
  kv_cache: { on: 'Sí', off: 'No' },
  weight_bits: { bits_8: eight_bit, bits_16: sixteen_bit },
  setting: {
    slots: (v) => `${f.count(v.slots)} a la vez`,
    static_batch: 'estático',
    continuous: 'continuo',
    kv_cache_on: 'KV cache',
    kv_cache_off: 'sin KV cache',
    bits_8: eight_bit,
    bits_16: sixteen_bit,
  },
  cause: {
    no_free_slot: 'sin fogón libre',
    static_batch: 'batch sin terminar',
    memory_full: 'memoria llena',
    step_too_slow: 'pasos lentos',
    unfinished: 'fin del turno',
  },
  stars: (v) =>
    `${f.count(v.stars)} de ${f.count(v.stars_max)} ${plural(v.stars_max, 'estrella', 'estrellas')}`,
};
