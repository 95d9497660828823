import type { histogram as english } from '../en/histogram.ts';
import { make_format } from '../format.ts';
import { plural } from '../plural.ts';

const f = make_format('es');

export const histogram: typeof english = {
  heading: 'Dónde queda esta partida',
  intro: (v) =>
    `La misma clientela con los ${f.count(v.settings)} ajustes fijos: cada barra cuenta cuántos acaban ahí.`,
  served: 'Servidos',
  wait: (v) => `El ${f.percent(v.par_percent)} de los servidos, en`,
  served_nobody: (v) =>
    `Fuera de las esperas: ${f.count(v.settings)} ${plural(v.settings, 'ajuste que no sirvió', 'ajustes que no sirvieron')} a nadie.`,
  peak: 'Más a la vez',
  you: (v) => `tú: ${v.value}`,
  passing: 'ajustes que lo superan',
  failing: 'ajustes que no',
  label: (v) =>
    `${v.title}: ${f.count(v.settings)} ${plural(v.settings, 'ajuste', 'ajustes')}; ${f.count(v.passing)} lo ${plural(v.passing, 'supera', 'superan')}.`,
  between: (v) => `${v.from} a ${v.to}`,
  column: { range: 'Rango', settings: 'Ajustes', passing: 'Lo superan' },
};
