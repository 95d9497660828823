import type { Sheet } from '../en/sheet.ts';
import { eight_bit } from './bits.ts';

export const sheet: Sheet = {
  title: 'Guía rápida',
  back: 'A la cocina',
  paper: 'Imprime esta página: cabe en una hoja A4 o carta.',
  law: {
    heading: 'La ley',
    line: 'Un paso de decode lee **todos los pesos una sola vez**, sean cuantas sean las peticiones del batch, y añade **un token a cada una**.',
    parts: {
      step: 'Un paso',
      weights: 'leer todos los pesos',
      requests: 'trabajo por petición',
      kv: 'leer la KV cache',
      prefill: 'calcular lo que no está en la caché',
    },
    together: 'En esta cocina',
    column: {
      slots: 'Peticiones a la vez',
      step: 'Un paso dura',
      token: 'Por token',
      rate: 'Tokens por segundo',
    },
  },
  levers: {
    heading: 'Los ajustes',
    slots:
      'Cuantas más peticiones, más se reparte cada lectura de los pesos. Muy pocas: la cola pierde la paciencia. Demasiadas: cada paso se alarga y todas llegan tarde.',
    batching:
      'El continuo da el slot libre a la siguiente petición antes del próximo paso. El estático lo deja vacío hasta que termina la petición más larga del batch.',
    kv_cache:
      'Guarda keys y values, así el contexto se calcula una sola vez. Ocupa memoria por cada token; si se llena, la última petición en entrar vuelve a la cola (preemption) y habrá que recalcularla.',
    weight_bits: `Con ${eight_bit} se lee la mitad, y la mitad de esa memoria queda para la KV cache. El juego no simula lo que pueda costar en calidad.`,
  },
  lost: {
    heading: 'Por qué se pierde un pedido y qué ayuda',
    no_free_slot: 'más a la vez',
    static_batch: 'batching continuo',
    memory_full: `pesos de ${eight_bit}, o menos a la vez`,
    step_too_slow: `menos a la vez, KV cache, pesos de ${eight_bit}`,
  },
  keys: 'Teclas',
};
