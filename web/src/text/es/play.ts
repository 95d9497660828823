import type { play as english } from '../en/play.ts';
import { make_format } from '../format.ts';
import { plural } from '../plural.ts';

const f = make_format('es');

const orders = (count: number): string => `${f.count(count)} ${plural(count, 'pedido', 'pedidos')}`;
const tokens = (count: number): string => `${f.count(count)} ${plural(count, 'token', 'tokens')}`;
const served = (count: number): string =>
  `${f.count(count)} ${plural(count, 'servido', 'servidos')}`;
const lost = (count: number): string => `${f.count(count)} ${plural(count, 'perdido', 'perdidos')}`;

export const play: typeof english = {
  skip: 'Ir a la cocina',
  shifts: 'Turnos',
  learn_link: 'Cómo funciona',
  settings: 'Opciones',
  language: 'Idioma',
  theme: 'Claro u oscuro',
  themes: { system: 'Como el sistema', light: 'Claro', dark: 'Oscuro' },
  shortcuts: 'Atajos de una sola tecla',
  shortcut_keys: {
    toggle: 'pausar, seguir',
    step: 'un paso de decode',
    speed: 'más lento, más rápido',
    state: 'leer cómo va la cocina',
  },
  space_key: 'Espacio',
  close: 'Cerrar',

  heading: (v) => `Turno ${f.count(v.number)}: ${v.title}`,

  clock: { heading: 'Tiempo', left: 'quedan', not_started: 'de turno' },
  goal: {
    heading: 'Meta',
    of_arrived: (v) => `Servidos ${f.count(v.served)} de ${f.count(v.arrived)}`,
    before: (v) => `Sirve el ${f.percent(v.pass_percent)} de los pedidos`,
    lost: (v) => `${lost(v.lost)}, como mucho ${f.count(v.may_lose)}`,
    mark: (v) => `meta ${f.percent(v.pass_percent)}`,
  },
  rate: {
    heading: 'Tokens por segundo',
    per_order: (v) => `${f.count(v.rate)} por pedido`,
    idle: 'nada en el fuego',
  },

  queue: {
    heading: 'Cola',
    tokens: (v) => tokens(v.tokens),
    kept: (v) => `${f.count(v.made)}/${f.count(v.tokens)}`,
    kept_word: 'guardados',
    more: (v) => `+${f.count(v.more)} más`,
    crowd: (v) =>
      v.arrived > 0
        ? `Han llegado ${f.count(v.arrived)} de ${orders(v.orders)}.`
        : `Van a llegar ${orders(v.orders)}, los mismos para todos.`,
    empty: 'Nadie espera.',
  },

  kitchen: {
    heading: (v) => `GPU · máx. ${f.count(v.slots)} a la vez`,
    cooking: (v) => `${f.count(v.cooking)} en marcha`,
    cold: (v) => `${f.count(v.cold)} ${plural(v.cold, 'frío', 'fríos')}`,
    cold_why: '(batch sin terminar)',
    ready: 'fríos y listos',
    closing: (v) => `${f.count(v.closing)} por encima del límite acaban antes`,
    picture: (v) =>
      f.list(
        [
          `${f.count(v.cooking)} en marcha`,
          v.cold > 0
            ? `${f.count(v.cold)} ${plural(v.cold, 'frío', 'fríos')} hasta que acabe su batch`
            : '',
          v.free > 0 ? `${f.count(v.free)} ${plural(v.free, 'libre', 'libres')}` : '',
        ].filter(Boolean),
      ),
    rule: 'Cada paso añade un token a cada pedido de la GPU.',
  },

  served: {
    heading: 'Servidos',
    lost: 'Perdidos',
    none_lost: 'Ninguno perdido por ahora.',
    one: (v) => `${f.count(v.count)} ${v.cause}`,
  },

  step: {
    heading: 'Un paso de decode',
    would_take: 'Un paso con todo lleno tardaría',
    makes: (v) => `${f.milliseconds(v.step_us)} → ${tokens(v.tokens)}`,
    idle: 'ningún pedido en la GPU',
    parts: { weights: 'Pesos', requests: 'Pedidos', kv: 'KV cache', prefill: 'Prompt' },
    part: (v) => `${v.name} ${f.milliseconds(v.us)}`,
    recompute: 'Recálculo',
    alone: (v) => `En solitario ${f.milliseconds(v.us)} por token`,
    now: (v) => `ahora ${f.milliseconds(v.us)}`,
    then: (v) => `juntos ${f.milliseconds(v.us)}`,
    scale: (v) => f.milliseconds(v.us, 0),
    slowed: (v) =>
      `Más lento para que se vea: una de cada ${f.count(v.steps)} lecturas de los pesos.`,
    one_read: 'Todos los pesos se leen una vez por paso.',
    full_speed: 'Se ven todas las lecturas de los pesos.',
  },

  memory: {
    heading: 'Memoria de la GPU',
    used: (v) => `${f.decimal(v.used_mb / 1000, 1)} de ${f.gigabytes(v.all_mb)}`,
    weights: 'Pesos',
    kv: 'KV cache, un trozo por pedido',
    free: 'Libre',
    no_cache: 'no se guarda nada',
  },

  lever: {
    slots: 'Cocinar a la vez',
    slots_hint: 'Pedidos que la GPU cocina a la vez, cada uno en su fogón.',
    fewer: 'Uno menos',
    more: 'Uno más',
    region: 'Ajustes de la cocina',
  },
  run: {
    region: 'Partida',
    start: 'Empezar',
    pause: 'Pausa',
    go_on: 'Seguir',
    step: 'Un paso',
    state: 'Cómo va',
    again: 'Reintentar',
    speed: 'Velocidad',
    speed_value: (v) => `${f.decimal(v.speed, 2)}×`,
    paused: 'En pausa. Los ajustes siguen funcionando.',
    was_hidden: 'En pausa mientras no estabas.',
  },

  caption: {
    lost: (v, cause) =>
      `El pedido ${f.count(v.order + 1)} se fue a los ${f.seconds(v.waited_ms)}: ${cause[v.cause]}.`,
    preempted: (v) =>
      `Memoria llena: el pedido ${f.count(v.order + 1)} vuelve a la cola y conserva ${plural(v.tokens, 'su', 'sus')} ${tokens(v.tokens)}.`,
    out_of_reach: 'Ya hay demasiados perdidos para superarlo. Sigue probando o vuelve a empezar.',
    cold: (v) =>
      `${f.count(v.cold)} ${plural(v.cold, 'fogón frío', 'fogones fríos')}: un batch estático no deja entrar a nadie hasta que acaba entero.`,
    memory_holds: (v) => `Hay un fogón libre, pero no memoria: ${orders(v.waiting)} en espera.`,
    recompute: (v) =>
      `Sin KV cache, el ${f.share(v.share_permille, 1000)} de este paso vuelve a calcular tokens viejos.`,
    queue_grows: (v) =>
      `La cola crece: ${orders(v.waiting)} en espera y todos los fogones ocupados.`,
    served_first: (v) => `El pedido ${f.count(v.order + 1)} es el primero en servirse.`,
    lull: (v) =>
      `Hay fogones libres; ${plural(v.to_come, 'queda', 'quedan')} ${orders(v.to_come)} por llegar.`,
  },

  notice: {
    not_kept: 'Este navegador no guarda nada: tu progreso se pierde al salir.',
    too_many_commands: (v) =>
      `Una partida admite ${f.count(v.commands_max)} cambios de ajustes, y esta ya los ha gastado. Empieza de nuevo para cambiar más.`,
    ignored: (v) => `No se usó del enlace, porque no es un ajuste posible: ${v.parts}.`,
    ignored_range: (v) => `${v.part} (de ${f.count(v.from)} a ${f.count(v.to)})`,
    ignored_shift: (v) =>
      `${v.part} (de ${f.count(v.from)} a ${f.count(v.to)}, ${v.daily}, un día como ${v.day} o ${v.free})`,
    ignored_choice: (v) => `${v.part} (${v.first} o ${v.second})`,
    ignored_here: (v) => `${v.part} (este turno no lo tiene)`,
    language_failed: 'No se pudo cargar ese idioma. Revisa tu conexión y vuelve a intentarlo.',
    unloaded: 'No se pudo cargar una parte de la página. Revisa tu conexión y vuelve a intentarlo.',
    unloaded_in_run:
      'No se pudo cargar una parte de la página. Cuando acabe este turno, vuelve a cargarla.',
    dismiss: 'Cerrar aviso',
  },

  problem: {
    heading: 'La cocina no puede abrir',
    unsupported:
      'Necesita WebAssembly, que este navegador no tiene o tiene desactivado. Sirve un Firefox, Chrome o Safari actual.',
    unreachable: 'No se pudo cargar su motor. Revisa tu conexión y vuelve a intentarlo.',
    wrong_module: 'La página y su motor son de versiones distintas. Vuelve a cargarla.',
    unexpected: 'Algo se rompió dentro. Vuelve a cargar la página.',
    trapped: 'El motor se paró dos veces seguidas en esta partida. Vuelve a cargar la página.',
    retry: 'Volver a cargar',
    way_on: 'Más abajo puedes leer igualmente cómo funciona y las preguntas.',
  },

  replay_note: 'La partida de alguien, de un enlace, repetida y comprobada aquí.',

  say: {
    start: (v, slots) =>
      `Empieza el turno ${f.count(v.number)}: ${f.count(v.duration_ms / 1000)} segundos, como mucho ${f.count(slots)} a la vez.`,
    countdown: (v) =>
      `Quedan ${f.count(v.left_ms / 1000)} segundos. ${served(v.served)}, ${lost(v.lost)}.`,
    result: (v) =>
      v.passed
        ? `Fin del turno. Superado con ${v.share}, ${f.count(v.stars)} ${plural(v.stars, 'estrella', 'estrellas')}.`
        : `Fin del turno. No superado: ${v.share} servido.`,
    state: (v) =>
      (v.setup ? 'Sin empezar. ' : v.paused ? 'En pausa. ' : '') +
      `Quedan ${f.count(Math.ceil(v.left_ms / 1000))} segundos. En marcha ${f.count(v.cooking)} de ${f.count(v.slots)} como mucho, ${f.count(v.waiting)} en espera, ${served(v.served)}, ${lost(v.lost)}.`,
  },
};
