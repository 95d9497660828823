import type { learn as english } from '../en/learn.ts';
import { make_format } from '../format.ts';
import { eight_bit, sixteen_bit } from './bits.ts';
import { real } from '../real.ts';

const f = make_format('es');

export const learn: typeof english = {
  how: {
    heading: 'Cómo se juega',
    steps: {
      request: () =>
        'Cada pedido es una petición a un modelo de lenguaje: entra un prompt y la respuesta se cocina token a token.',
      batch: () =>
        'Tu GPU cocina un batch. Cada paso de decode añade un token a cada pedido que tiene fogón; los demás esperan en la cola.',
      levers: (v) =>
        `Elige los ajustes y empieza el turno de ${f.count(v.duration_ms / 1000)} segundos. También puedes cambiarlos sobre la marcha.`,
      pass: (v) =>
        `Superas el turno si sirves el ${f.percent(v.pass_percent)} de los pedidos. El anillo de cada pedido es su paciencia: cuando se vacía, el pedido se va, y verás por qué.`,
      crowd: () =>
        'A todo el mundo le llega la misma clientela. Quien sirve más ha ajustado mejor su cocina.',
    },
  },
  cheat_sheet: 'Chuleta para imprimir, en una pestaña nueva',
  teaches: { heading: 'Qué enseña cada turno' },
  scale: {
    heading: 'Qué es real y qué está a escala',
    intro: () =>
      `Los costes tienen la forma del decode de verdad: cada paso lee todos los pesos, el trabajo crece con cada petición del batch, la KV cache crece con cada token, y los pesos de ${eight_bit} reducen a la mitad la memoria y los bytes leídos.`,
    scaled: (v) =>
      `Las cifras están a escala para caber en ${f.count(v.duration_ms / 1000)} segundos de juego. Compáralas entre sí; no miden ninguna GPU.`,
    column: { what: 'Qué', game: 'En esta cocina', real: 'En una GPU real' },
    row: {
      weights: {
        what: 'Leer todos los pesos, por paso',
        game: (v) => f.milliseconds(v.weights_us, 0),
        real: () => `unos ${f.milliseconds(real.weights_read_us, 0)}`,
      },
      one_more: {
        what: 'Una petición más en el paso',
        game: (v) => f.milliseconds(v.one_more_us),
        real: () =>
          `${f.decimal(real.per_request_us_min / 1000, 2)}–${f.milliseconds(real.per_request_us_max, 2)}`,
      },
      kv: {
        what: 'KV cache por token (turno de la memoria)',
        game: (v) => f.megabytes(v.kv_kb_per_token),
        real: () => `unos ${f.megabytes(real.kv_kb_per_token, 2)}`,
      },
      eight_bit: {
        what: `Un paso con ${eight_bit} en vez de ${sixteen_bit}`,
        game: (v) => `${f.decimal(v.eight_bit_factor, 1)} veces más rápido, con un pedido`,
        real: () =>
          `${f.decimal(real.eight_bit_factor_min, 1)}–${f.decimal(real.eight_bit_factor_max, 1)} veces más rápido`,
      },
      refill: {
        what: 'Batching continuo en vez de estático',
        game: (v) =>
          `sirve ${f.decimal(v.refill_factor, 1)} veces más con ${f.count(v.refill_slots)} slots`,
        real: () =>
          `sirve ${f.decimal(real.refill_factor_min, 0)}–${f.decimal(real.refill_factor_max, 0)} veces más con tráfico de chat`,
      },
    },
    example: () =>
      `Milisegundos y megabytes: un modelo de ${f.count(real.model_billions)} mil millones de parámetros a ${sixteen_bit} en una RTX 4090.`,
  },
  faq: {
    heading: 'Preguntas',
    batching: {
      question: '¿Por qué el batching acelera el serving de un LLM?',
      answer: (v) =>
        `Un paso de decode tiene que traer todos los pesos de la memoria, y eso tarda lo mismo para una petición que para muchas. Un batch mayor reparte ese coste, así que salen más tokens por segundo aunque cada paso dure un poco más. Aquí un token cuesta ${f.milliseconds(v.alone_us)} en solitario y ${f.milliseconds(v.together_us)} en un batch de ${f.count(v.example_slots)}.`,
    },
    continuous: {
      question: '¿Qué es el batching continuo?',
      answer: () =>
        'Un batch estático está cerrado: el siguiente no empieza hasta que acaba su última petición, y los slots con respuestas cortas se quedan vacíos mientras tanto. El batching continuo (continuous batching) da el slot a otra petición en cuanto queda libre, entre dos pasos de decode.',
    },
    kv_cache: {
      question: '¿Para qué sirve la KV cache?',
      answer: () =>
        'Para generar el token siguiente, el modelo necesita las keys y los values de todos los anteriores. La KV cache los guarda para calcularlos una sola vez. Se paga con memoria, que crece con cada token de cada petición en la GPU.',
    },
    quantise: {
      question: '¿Por qué cuantizar los pesos?',
      answer: () =>
        `A ${eight_bit} en vez de ${sixteen_bit}, los pesos ocupan la mitad de la memoria y dejan más para la KV cache. Y como el decode se pasa casi todo el tiempo esperando a que lleguen los pesos, con menos bytes cada paso es más rápido: ${f.decimal(real.eight_bit_factor_min, 1)}–${f.decimal(real.eight_bit_factor_max, 1)} veces en GPU reales.`,
    },
  },
  link_to: (v) => `Enlace a «${v.heading}»`,
};
