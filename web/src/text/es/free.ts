import type { free as english } from '../en/free.ts';
import { make_format } from '../format.ts';
import { eight_bit, sixteen_bit } from './bits.ts';
import { plural } from '../plural.ts';

const f = make_format('es');

const orders = (count: number): string => `${f.count(count)} ${plural(count, 'pedido', 'pedidos')}`;

export const free: typeof english = {
  tab: 'Cocina libre',
  title: 'Cocina libre',
  arrives: 'Tu propia clientela, GPU y memoria, con todos los ajustes. La meta es la misma.',
  started: (v) =>
    `Abre la cocina libre: ${f.count(v.duration_ms / 1000)} segundos, como mucho ${f.count(v.slots)} a la vez.`,

  region: 'Preparar la cocina libre',
  start_from: 'Empezar con',
  first: 'Una casa llena, para empezar.',
  own: 'Una mezcla tuya.',
  orders: (v) => `Van a llegar ${orders(v.orders)}.`,
  every: 'Clientela, GPU y memoria',
  another_crowd: 'Otra clientela',
  reset: 'Deshacer todo',
  share: 'Compartir esta cocina',
  copied: 'El enlace está copiado.',
  by_hand: 'Copia este enlace:',
  share_title: 'LLM Kitchen: una cocina para probar',
  blocked: 'Así no puede empezar.',

  preset: {
    chat: {
      name: 'Chat',
      line: 'Preguntas cortas, respuestas de todo largo. Rellenar los fogones compensa.',
    },
    code: {
      name: 'Código',
      line: 'Prompts largos, respuestas cortas. Buena parte del paso es leer prompts.',
    },
    documents: {
      name: 'Documentos',
      line: 'Pocos pedidos, prompts enormes. Su KV cache llena la memoria.',
    },
    rush: {
      name: 'Hora punta',
      line: 'Todos entran juntos. Demasiados a la vez, y todos llegan tarde.',
    },
    small_gpu: {
      name: 'GPU pequeña',
      line: `Solo con pesos de ${eight_bit} queda sitio para cocinar.`,
    },
    huge_gpu: {
      name: 'GPU enorme',
      line: 'Memoria rápida y de sobra. Enciende todos los fogones.',
    },
  },

  group: {
    crowd: {
      name: 'Clientela',
      help: 'Cuántos llegan. La semilla tira los dados: misma semilla, misma clientela.',
    },
    length: {
      name: 'Largos',
      help: 'Tokens que trae un pedido y tokens que quiere. Unos pocos pueden querer muchos más.',
    },
    patience: {
      name: 'Paciencia',
      help: 'Un pedido se va tras el tiempo base más un rato por cada token.',
    },
    memory: {
      name: 'Memoria de la GPU',
      help: `Pesos en ${sixteen_bit}; en ${eight_bit} ocupan la mitad. El resto es para la KV cache.`,
    },
    step: {
      name: 'Un paso de decode',
      help: 'Leer los pesos una vez y un poco más por pedido, token y token en caché.',
    },
  },
  field: {
    seed: 'Semilla',
    orders_per_min: 'Pedidos',
    groups: 'Grupos que entran juntos',
    group_orders: 'Pedidos por grupo',
    prompt_tokens_min: 'Prompt más corto',
    prompt_tokens_max: 'Prompt más largo',
    output_tokens_min: 'Respuesta más corta',
    output_tokens_max: 'Respuesta más larga',
    long_orders_percent: 'Los que quieren más',
    long_output_tokens: 'Su respuesta',
    patience_base_ms: 'Tiempo base',
    patience_per_token_ms: 'Por cada token',
    weights_read_us: 'Leer todos los pesos',
    per_request_us: 'Cada pedido',
    per_token_us: 'Cada token calculado',
    per_context_ns: 'Cada token de caché leído',
    memory_mb: 'Memoria',
    weights_mb: `Pesos en ${sixteen_bit}`,
    kv_kb_per_token: 'KV cache por token',
  },
  unit: {
    per_minute: 'por min',
    orders: 'pedidos',
    tokens: 'tokens',
    percent: '%',
    seconds: 's',
    milliseconds: 'ms',
    gigabytes: 'GB',
    megabytes: 'MB',
  },
  slider: (v) => `${v.name}, deslizador`,

  wrong: {
    value_out_of_range: (v) => `De ${v.first} a ${v.last}, en pasos de ${v.step}.`,
    min_over_max: (v) => `Lo más corto no puede superar a lo más largo, ${v.last}.`,
    weights_over_memory: (v) => `No caben en la memoria de ${v.last}.`,
    no_orders: 'No llegaría nadie.',
    too_many_orders: (v) =>
      `Llegarían ${orders(v.found)}; pueden ser ${f.count(v.last)} como mucho.`,
  },

  refused: {
    heading: 'Esta cocina no se puede montar',
    field: (v) => `${v.name}: ${v.found}. ${v.why}`,
    truncated: 'Falta el final de su enlace.',
    trailing_text: (v) =>
      `Algo sigue a su código en el enlace, desde el carácter ${f.count(v.at)}.`,
    damaged: (v) => `Su enlace está dañado en el carácter ${f.count(v.at)}.`,
    way_on: 'Pide el enlace otra vez, o monta tu propia cocina.',
    open: 'Preparar una cocina libre',
  },
};
