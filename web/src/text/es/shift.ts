import type { shift as english } from '../en/shift.ts';
import { make_format } from '../format.ts';
import { eight_bit, sixteen_bit } from './bits.ts';
import { real } from '../real.ts';

const f = make_format('es');

export const shift: typeof english = {
  how_many: {
    title: '¿Cuántos a la vez?',
    arrives: 'Tu ajuste: cuántos pedidos cocina la GPU a la vez, cada uno en su fogón.',
    lesson: (v) =>
      `Un paso para un solo pedido tarda ${f.milliseconds(v.alone_us)}, y casi todo se va en leer los pesos. Esa lectura se comparte: un pedido más apenas suma ${f.milliseconds(v.one_more_us)}. Cocinar en compañía sale barato, hasta que los pasos se alargan tanto que todos llegan tarde.`,
    lived: (v) =>
      `Leer los pesos se lleva ${f.milliseconds(v.weights_us, 0)} de cada paso, a repartir entre los fogones encendidos. Con pocos fogones, la cola pierde la paciencia. Con demasiados, cada paso se estira y todos llegan tarde juntos. La respuesta está en medio.`,
    real: () =>
      `La misma ley, aún más marcada: con un modelo de ${f.count(real.model_billions)} mil millones de parámetros, una RTX 4090 pasa unos ${f.milliseconds(real.weights_read_us, 0)} por paso leyendo pesos, y una petición más suma ${f.decimal(real.per_request_us_min / 1000, 2)}–${f.milliseconds(real.per_request_us_max, 2)}. Por eso un batch real puede crecer más.`,
  },
  rush_hour: {
    title: 'Hora punta',
    arrives: 'Ajuste nuevo: el batching. Decide cuándo recibe otro pedido un fogón que ya terminó.',
    lesson: () =>
      'Un batch estático dura lo que su pedido más largo. Los fogones que acaban antes se quedan fríos, y ningún tamaño de batch lo compensa. El batching continuo pone el siguiente pedido en cuanto un fogón queda libre.',
    lived: () =>
      'Llegaron pedidos cortos y largos mezclados. En un batch estático los cortos acaban antes y sus fogones esperan al más largo. El batching continuo los vuelve a usar antes del siguiente paso.',
    real: () =>
      `Con tráfico de chat real, solo con rellenar los slots se atiende de ${f.decimal(real.refill_factor_min, 0)} a ${f.decimal(real.refill_factor_max, 0)} veces más con el mismo tamaño de batch.`,
  },
  memory: {
    title: 'Memoria casi llena',
    arrives: `Nuevo: KV cache y pesos de ${eight_bit}, en una misma memoria.`,
    lesson: () =>
      `La KV cache gasta memoria para ganar tiempo: sin ella, cada paso vuelve a calcular todo el contexto. Los pesos de ${eight_bit} ocupan la mitad, y ahí encuentra sitio la caché.`,
    lived: (v) =>
      `Sin KV cache, cada paso vuelve a calcular todos los tokens anteriores. Con ella, cada token guarda ${f.megabytes(v.kv_kb_per_token)}, y junto a ${f.gigabytes(v.weights_mb)} de pesos la memoria se llena pronto: hay pedidos que vuelven a la cola. Con ${eight_bit} los pesos ocupan ${f.gigabytes(v.weights_8bit_mb)} y la caché cabe.`,
    real: () =>
      `En GPU reales, pasar de ${sixteen_bit} a ${eight_bit} hace el paso de ${f.decimal(real.eight_bit_factor_min, 1)} a ${f.decimal(real.eight_bit_factor_max, 1)} veces más rápido, no el doble: encogen los pesos, el resto del paso no. Y la caché de un token es mucho menor, cerca de ${f.megabytes(real.kv_kb_per_token, 2)} con un modelo de ${f.count(real.model_billions)} mil millones de parámetros.`,
  },
};
