import type { daily as english } from '../en/daily.ts';
import { make_format } from '../format.ts';
import { plural } from '../plural.ts';

const f = make_format('es');

export const daily: typeof english = {
  tab: 'Diario',
  name: (v) => `Turno diario ${f.count(v.day)}`,
  title: (v) => `Turno diario ${f.count(v.day)}: ${v.lesson}`,
  about: (v) => `como ${v.lesson}`,
  arrives:
    'La misma clientela para todos, solo por un día. Ya conoces los ajustes: busca los suyos.',
  started: (v) =>
    `Empezó el turno diario ${f.count(v.day)}: ${f.count(v.duration_ms / 1000)} segundos, como mucho ${f.count(v.slots)} a la vez.`,

  laying_out: 'Preparando la cocina del día…',
  region: 'Turno diario',
  before: 'El día anterior',
  after: 'El día siguiente',
  to_today: 'El turno de hoy',
  next_in: (v) =>
    v.hours > 0
      ? `cambia en ${f.count(v.hours)} h ${f.count(v.minutes)} min`
      : `cambia en ${f.count(v.minutes)} min`,
  best: (v) =>
    v.stars > 0
      ? `lo mejor: ${v.share}, ${f.count(v.stars)} ${plural(v.stars, 'estrella', 'estrellas')}`
      : `lo mejor: ${v.share}, no superado`,
  passed: (v) => `superado, ${f.count(v.stars)} ${plural(v.stars, 'estrella', 'estrellas')}`,
  not_played: 'aún sin jugar',

  ahead: {
    heading: (v) => `El turno diario ${f.count(v.day)} aún no ha llegado`,
    in_days: (v) =>
      `Llega en ${f.count(v.days)} ${plural(v.days, 'día', 'días')}, a medianoche UTC.`,
    in_hours: (v) =>
      v.hours > 0
        ? `Llega en ${f.count(v.hours)} h ${f.count(v.minutes)} min, a medianoche UTC.`
        : `Llega en ${f.count(v.minutes)} min, a medianoche UTC.`,
    play_today: 'Jugar el turno de hoy',
  },

  clock: {
    heading: '¿Qué día es hoy?',
    reason:
      'Según el reloj de tu dispositivo, hoy no hay turno diario: revisa la fecha y vuelve a cargar la página.',
    play_first: 'Jugar el primer turno',
  },

  refused: {
    heading: 'Ese día no existe',
    day: (v) =>
      `El enlace pide el día ${f.count(v.found)}; hay días del ${f.count(v.first)} al ${f.count(v.last)}.`,
    no_proof: (v) =>
      `Para el día ${f.count(v.found)} no se encontró una clientela con la que se pueda superar el turno, así que no lo hay.`,
    damaged: 'El enlace está dañado. Pídelo otra vez.',
  },
};
