import type { prediction as english } from '../en/prediction.ts';
import { make_format } from '../format.ts';
import { eight_bit, sixteen_bit } from './bits.ts';

const f = make_format('es');

export const prediction: typeof english = {
  heading: 'Antes de seguir, ¿qué crees?',
  skip: 'Saltar',
  never: 'No preguntar más',
  right: 'Eso es.',
  wrong: 'No del todo.',
  guessed_wrong: (v) => `Dijiste «${v.chosen}»; es «${v.right}».`,
  ask_at_all: 'Una pregunta por turno',
  ask_again: 'Pregúntame otra vez',
  guessed: 'Tu apuesta',
  truth: 'Lo que pasa',

  share: {
    ask: (v) => `Con ${f.count(v.slots)} fogones encendidos en vez de uno, ¿cuánto tarda un paso?`,
    choices: {
      times: (v) => `${f.count(v.slots)} veces más`,
      twice: 'El doble',
      barely: 'Solo un poco más',
    },
    answer: (v) =>
      `${f.milliseconds(v.one_us)} para un pedido, ${f.milliseconds(v.many_us)} para ${f.count(v.slots)}: ${f.factor(v.factor)} el tiempo para ${f.count(v.slots)} veces los tokens. En los dos casos, ${f.milliseconds(v.weights_us, 0)} se van en leer los pesos.`,
    show: (v) => `Probar ${f.count(v.slots)} fogones`,
    bar: {
      one: 'un pedido',
      many: (v) => `${f.count(v.slots)} pedidos`,
    },
  },

  static_wait: {
    ask: (v) =>
      `Imagina un batch estático de ${f.count(v.slots)}. Sus pedidos quieren de ${f.count(v.tokens_short)} a ${f.count(v.tokens_long)} tokens. ¿Cuándo pueden entrar los siguientes?`,
    choices: {
      first: 'En cuanto acabe uno',
      half: 'Cuando acabe la mitad',
      last: 'Cuando acabe el más largo',
    },
    answer: (v) =>
      `Con esta clientela, un fogón acabó a los ${f.seconds(v.first_ms)}, pero los siguientes pedidos entraron a los ${f.seconds(v.next_ms)}. Los tramos rayados son fogones fríos.`,
    show: () => 'Probar el continuo',
    bar: {
      order: (v) => `${f.count(v.slots)} fogones`,
      next: 'siguiente batch',
    },
  },

  eight_bit: {
    ask: () => `Pesos de ${eight_bit} en vez de ${sixteen_bit}: ¿qué se hace más pequeño?`,
    choices: {
      memory: 'Solo la memoria que ocupan',
      step: 'Solo el tiempo de un paso',
      both: 'Las dos cosas',
    },
    answer: (v) =>
      `Los pesos pasan de ${f.gigabytes(v.weights_16_mb)} a ${f.gigabytes(v.weights_8_mb)}. Un paso para ${f.count(v.slots)} pedidos baja de ${f.milliseconds(v.step_16_us)} a ${f.milliseconds(v.step_8_us)}, porque se leen menos bytes.`,
    show: () => `Probar ${eight_bit}`,
    bar: {
      memory: (v) => `memoria, ${v.bits}`,
      step: (v) => `paso, ${v.bits}`,
    },
  },
};
