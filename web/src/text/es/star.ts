import type { star as english } from '../en/star.ts';
import { make_format } from '../format.ts';
import { plural } from '../plural.ts';

const f = make_format('es');

export const star: typeof english = {
  serve: (v) => `Servir el ${f.percent(v.pass_percent)} de los pedidos`,
  quick: (v) =>
    `El ${f.percent(v.par_percent)} de los servidos, en ${f.seconds(v.par_wait_ms)} o menos`,
  lean: (v) => `Nunca más de ${f.count(v.par_slots)} a la vez`,
  met: 'conseguida',
  missed: 'pendiente',
  held: 'consigue antes la de arriba',
  short: (v) => `${plural(v.orders, 'faltó', 'faltaron')} ${f.count(v.orders)}`,
  slow: (v) => `${f.seconds(v.over_ms, v.digits)} de más`,
  many: (v) => `${f.count(v.over)} de más`,
  none_served: 'no se sirvió ninguno',
};
