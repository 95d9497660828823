import type { debrief as english } from '../en/debrief.ts';
import { make_format } from '../format.ts';
import { plural } from '../plural.ts';
import { star } from './star.ts';

const f = make_format('es');

type OfTheLost = { lost: number; lost_to_this: number };

const verb = (v: OfTheLost, one: string, many: string): string =>
  plural(v.lost === 1 ? 1 : v.lost_to_this, one, many);

/** Los pedidos perdidos de los que habla una frase: «12 de los 20 pedidos perdidos». */
function of_the_lost(v: OfTheLost): string {
  if (v.lost === 1) return 'el único pedido perdido';
  if (v.lost_to_this === v.lost) return `los ${f.count(v.lost)} pedidos perdidos`;
  return `${f.count(v.lost_to_this)} de los ${f.count(v.lost)} pedidos perdidos`;
}

const waited = (v: OfTheLost): string => `${of_the_lost(v)} ${verb(v, 'esperó', 'esperaron')}`;
const at_a_stove = (v: OfTheLost): string =>
  `${of_the_lost(v)} ${verb(v, 'perdió', 'perdieron')} la paciencia esperando un fogón o ya en él`;
const on_a_stove = (v: OfTheLost): string =>
  `${of_the_lost(v)} ya ${verb(v, 'tenía fogón cuando se le', 'tenían fogón cuando se les')} acabó la paciencia`;

function paces(v: { lost_us_per_token: number; pace_allowed_us: number }): string {
  if (v.lost_us_per_token === 0) return '';
  return `; un token tardaba ${f.milliseconds(v.lost_us_per_token, 0)}, y la paciencia da para ${f.milliseconds(v.pace_allowed_us, 0)}`;
}

function orders_on_average({ slots_busy }: { slots_busy: number }): string {
  const shown = f.decimal(slots_busy, 1);
  return `${shown} ${plural(Number(slots_busy.toFixed(1)), 'pedido', 'pedidos')}`;
}

const recomputed = (v: { prefill_permille: number }): string =>
  `el ${f.share(v.prefill_permille, 1000)} del tiempo de la GPU se fue en contexto que no estaba en la caché`;

export const debrief: typeof english = {
  heading: 'Cómo fue',
  passed: 'Superado',
  failed: 'No superado',
  served: (v) => `de ${f.count(v.orders)} pedidos servidos a tiempo`,
  goal: (v) => `meta: ${f.percent(v.pass_percent)}`,

  star,

  number: {
    longest: 'El que más estuvo en la casa',
    longest_served: (v) => `pedido ${f.count(v.order)}, servido`,
    longest_lost: (v) => `pedido ${f.count(v.order)}, perdido: ${v.cause}`,
    median: 'La mitad de los servidos, en',
    busy: 'A la vez, de media',
    busy_peak: (v) => `como mucho ${f.count(v.peak)}`,
    nothing: 'ninguno',
  },

  saved: {
    cheaper: (v) =>
      `**Un token costó ${f.milliseconds(v.run_us_per_token)} de GPU, ${f.factor(v.factor)} más barato que en solitario:** cocinado solo, tarda ${f.milliseconds(v.alone_us_per_token)}. De media, ${orders_on_average(v)} ${plural(Number(v.slots_busy.toFixed(1)), 'compartió', 'compartieron')} cada paso.`,
    dearer: (v) =>
      `**Un token costó ${f.milliseconds(v.run_us_per_token)} de GPU, ${f.factor(v.factor)} lo que tarda en solitario,** ${f.milliseconds(v.alone_us_per_token)}: con ${orders_on_average(v)} por paso de media, compartir no compensó el resto.`,
    same: (v) =>
      `**Un token costó ${f.milliseconds(v.run_us_per_token)} de GPU, casi lo mismo que en solitario:** con ${orders_on_average(v)} por paso de media, apenas se compartió nada.`,
    nothing: 'No se hizo ni un token.',
  },

  verdict_heading: 'Lo que frenó esta partida',
  verdict_heading_passed: 'Lo que aún estorbaba',
  verdict: {
    nothing_lost: {
      passed: (v) =>
        `**Nada te frenó:** se sirvieron todos los pedidos, con ${f.decimal(v.slots_busy, 1)} a la vez de media.`,
    },
    no_free_slot: {
      passed: (v) =>
        v.lost === 1
          ? `**Seguiste el ritmo.** El único pedido perdido esperó un fogón demasiado tiempo: durante ${f.seconds(v.hold_ms)} estaban todos ocupados.`
          : `**Seguiste el ritmo.** Lo perdido fue sobre todo por falta de fogones: ${waited(v)} uno demasiado tiempo, y durante ${f.seconds(v.hold_ms)} estaban todos ocupados.`,
      failed: (v) =>
        `**No había fogón libre:** durante ${f.seconds(v.hold_ms)} estaban todos ocupados, y ${waited(v)} uno demasiado tiempo.`,
    },
    static_batch: {
      passed: (v) =>
        `**Lo superaste a pesar de los fogones fríos:** durante ${f.seconds(v.hold_ms)} hubo de media ${f.decimal(v.slots_cold, 1)} vacíos hasta que acabó su batch, y ${waited(v)} a su lado demasiado tiempo.`,
      failed: (v) =>
        `**Fogones fríos junto a una cola:** durante ${f.seconds(v.hold_ms)} hubo de media ${f.decimal(v.slots_cold, 1)} vacíos hasta que acabó el pedido más largo de su batch, y ${waited(v)} demasiado tiempo por eso.`,
    },
    memory_full: {
      passed: (v) =>
        `**Lo superaste con la memoria al límite:** durante ${f.seconds(v.hold_ms)} no cabía otra KV cache, y ${waited(v)} sitio demasiado tiempo.`,
      failed: (v) =>
        `**Memoria llena:** durante ${f.seconds(v.hold_ms)} hubo un fogón libre pero no cabía otra KV cache, y ${waited(v)} sitio demasiado tiempo` +
        (v.preemptions > 0
          ? `; ${f.count(v.preemptions)} ${plural(v.preemptions, 'vez', 'veces')} un pedido tuvo que volver a la cola.`
          : '.'),
    },
    step_too_slow: {
      passed: (v) => `**Seguiste el ritmo, por poco:** ${on_a_stove(v)}${paces(v)}.`,
      failed: (v) =>
        `**Pasos demasiado lentos:** ${on_a_stove(v)}${paces(v)}. Cada pedido que comparte un paso lo alarga.`,
    },
    recompute: {
      passed: (v) => `**Lo superaste recalculando mucho:** ${recomputed(v)}, y ${at_a_stove(v)}.`,
      failed: (v) =>
        `**Los mismos tokens, calculados una y otra vez:** ${recomputed(v)}, y ${at_a_stove(v)}.`,
    },
    too_late: {
      passed: (v) =>
        `**Solo ganó el reloj:** al acabar el turno, ${of_the_lost(v)} ${verb(v, 'seguía', 'seguían')} sin servir.`,
      failed: (v) =>
        `**Se acabó el tiempo:** al terminar el turno, ${of_the_lost(v)} ${verb(v, 'seguía', 'seguían')} sin servir.`,
    },
  },
  recomputed: (v) =>
    `El ${f.share(v.prefill_permille, 1000)} del tiempo de la GPU se fue en contexto que no estaba en la caché.`,
  could: {
    never: (v) =>
      `Con ${v.setting} no basta ningún número de fogones: el mejor sirve el ${f.share(v.served, v.orders)}.`,
    with_slots: (v) => `Con ${v.setting}, ${v.ranges} a la vez bastarían.`,
    slots_only: (v) => `Con ${v.ranges} a la vez se supera este turno.`,
  },
  before_change: (v) =>
    v.lost_before === v.lost
      ? `${plural(v.lost, 'Se perdió', 'Se perdieron todos')} antes de tu último cambio, en el segundo ${f.count(Math.round(v.at_ms / 1000))}.`
      : `${f.count(v.lost_before)} de los ${f.count(v.lost)} se ${plural(v.lost_before, 'perdió', 'perdieron')} antes de tu último cambio, en el segundo ${f.count(Math.round(v.at_ms / 1000))}.`,

  causes: {
    heading: 'Por qué se perdieron pedidos',
    none: 'No se perdió ninguno.',
    count: (v) => `${f.count(v.lost)} ${plural(v.lost, 'pedido perdido', 'pedidos perdidos')}`,
    why: {
      no_free_slot: 'Esperó demasiado: todos los fogones estaban ocupados.',
      static_batch: 'Esperó demasiado: había un fogón libre, pero su batch no había acabado.',
      memory_full: 'Esperó demasiado: no cabía otra KV cache.',
      step_too_slow: 'Ya se cocinaba, pero cada paso tardaba demasiado.',
      unfinished: 'Seguía en la casa cuando acabó el turno.',
    },
  },

  curve: {
    heading: 'La misma clientela, todos los ajustes',
    computing: (v) =>
      `Jugando este turno con todos los ajustes: ${f.count(v.done)} de ${f.count(v.of)}`,
    computed: (v) => `Esta clientela, jugada otra vez con los ${f.count(v.settings)} ajustes`,
    axis_slots: 'pedidos a la vez (slots)',
    passing: (v) => `se supera con ${f.percent(v.pass_percent)}`,
    average: (v) => `límite medio ${f.decimal(v.slots, 1)}`,
    you: (v) => `tú: ${v.slots}`,
    changed: (v) => `cambio en ${f.seconds(v.at_ms, 0)}`,
    changed_last: (v) => `último cambio en ${f.seconds(v.at_ms, 0)}`,
    yours: 'tú',
    pick: 'Mirar otro número de slots',
    pick_hint: 'Desliza por la curva para ver otros ajustes.',
    picked: (v) => `Con ${f.count(v.slots)} a la vez`,
    column: {
      setting: 'Ajuste',
      slots: 'A la vez',
      served: 'Servidos',
      quick: (v) => `${f.percent(v.par_percent)} listos en`,
      preemptions: 'Devueltos',
    },
    passes: 'supera',
    fails: 'no supera',
    ranges_heading: 'Con qué se supera',
    range: (v) => (v.from === v.to ? f.count(v.from) : `${f.count(v.from)} a ${f.count(v.to)}`),
    range_of: (v) => `${v.setting}: ${v.ranges} a la vez`,
    range_only: (v) => `Este turno se supera con ${v.ranges} a la vez.`,
    range_nothing_else: 'Con nada más.',
    range_nothing: 'Ningún ajuste mantenido de principio a fin supera este turno.',
    table: 'Todas las cifras en una tabla',
    error: 'No se pudieron jugar los demás ajustes.',
  },

  timeline: {
    heading: (v) => `Tus ${f.count(v.duration_ms / 1000)} segundos`,
    busy: 'en marcha',
    limit: 'el límite que pusiste',
    queue: 'en la cola',
    lost: 'perdidos',
    change: 'tus cambios',
    at: (v) => f.seconds(v.at_ms, 0),
    tick: (v) => f.seconds(v.at_ms, 0),
    change_slots: (v) => `${f.count(v.from)} → ${f.count(v.to)} a la vez`,
    change_from_to: (v) => `${v.from} → ${v.to}`,
    settings_heading: 'Qué se ajustó y cuándo',
    start: 'Inicio',
    changes_none: 'Un mismo ajuste de principio a fin.',
    summary: (v) =>
      `Como mucho ${f.count(v.running_peak)} en marcha y ${f.count(v.waiting_peak)} en espera; ${f.count(v.lost)} ${plural(v.lost, 'perdido', 'perdidos')}. La tabla de abajo tiene las cifras.`,
    scrub: 'Mirar un momento',
    moment: (v) =>
      `${f.seconds(v.at_ms)}: ${f.count(v.running)} en marcha, ${f.count(v.waiting)} en espera, ${f.count(v.served)} ${plural(v.served, 'servido', 'servidos')}, ${f.count(v.lost)} ${plural(v.lost, 'perdido', 'perdidos')}`,
    table: 'La línea de tiempo en una tabla',
    column: {
      at: 'Tiempo',
      busy: 'En marcha',
      queue: 'En espera',
      served: 'Servidos',
      lost: 'Perdidos',
    },
  },

  moment: {
    play: (v) => `Repetir ${f.count(v.speed)}× más rápido`,
    pause: 'Pausa',
    at: (v) => `En ${f.seconds(v.at_ms)}`,
    cooking: 'En marcha',
    of_slots: (v) => `${f.count(v.running)} de ${f.count(v.slots)} como mucho`,
    waiting: 'En la cola',
    served: 'Servidos hasta aquí',
    lost: 'Perdidos hasta aquí',
    step: 'Este paso de decode',
    idle: 'nada en el fuego',
    memory: 'Memoria de la GPU',
  },

  explain_heading: 'Lo que acabas de ver',
  explain_real: 'En una GPU real',

  next: (v) => `Siguiente: ${v.shift}`,
  mine: 'Juega tú con esta clientela',
  again: 'Jugar otra vez',
  copy_link: 'Copiar enlace',
  link_copied: 'Enlace copiado',
  link_note: 'El enlace repite esta misma partida, en cualquier lugar.',
};
