import type { what_if as english } from '../en/what_if.ts';
import { make_format } from '../format.ts';
import { plural } from '../plural.ts';

const f = make_format('es');

export const what_if: typeof english = {
  heading: '¿Y si…?',
  ask: 'Mantén un ajuste desde un momento y mira cómo habría ido tu turno.',
  lever: 'Ajuste',
  value: 'Valor',
  moment: 'Desde',
  second: (v) => `el segundo ${f.count(v.at_ms / 1000)}`,

  searching: (v) => `Buscando el cambio que más cuenta: ${f.count(v.done)} de ${f.count(v.of)}`,
  search_failed: 'La búsqueda del mejor cambio se interrumpió.',
  best_heading: 'El cambio que más cuenta',
  best_note: 'De todas las formas de cambiar un ajuste una vez, segundo a segundo.',
  best: (v) =>
    `${from(v)}: **${v.change}** → ${f.count(v.saved)} ${plural(v.saved, 'servido', 'servidos')} más`,
  best_end: {
    passes: (v) =>
      v.stars > 0
        ? `, y el turno queda superado, con ${stars(v)}.`
        : ', y el turno queda superado.',
    fails: ', pero no basta para superarlo.',
    more_stars: (v) => `, y ${stars(v)} en vez de ${f.count(v.before)}.`,
    fewer_stars: (v) => `, pero solo ${stars(v)} en vez de ${f.count(v.before)}.`,
    plain: '.',
  },
  best_none: 'Ningún cambio, en ningún segundo, habría servido ni un pedido más.',
  use_best: 'Ver el gráfico',
  play: (v) => `Probar ${v.setting} desde el principio`,

  instead: (v) => `${v.to} en vez de ${v.from}`,
  instead_slots: (v) => `${f.count(v.to)} a la vez en vez de ${f.count(v.from)}`,
  others_kept: ' (con tus otros cambios)',
  kept: (v) => `${v.to} hasta el final`,

  more: (v) =>
    `${from(v)}, ${v.change}: **${f.count(v.by)} ${plural(v.by, 'pedido', 'pedidos')} más,** ${f.count(v.served)} de ${f.count(v.orders)}.`,
  fewer: (v) =>
    `${from(v)}, ${v.change}: **${f.count(v.by)} ${plural(v.by, 'pedido', 'pedidos')} menos,** ${f.count(v.served)} de ${f.count(v.orders)}.`,
  same: (v) =>
    `${from(v)}, ${v.change}: **los mismos,** ${f.count(v.served)} de ${f.count(v.orders)}.`,
  one_too_many: (v) =>
    `Tu partida tiene ${f.count(v.changes)} cambios, los máximos: uno más en este momento no se podría jugar.`,
  end: {
    passes: (v) =>
      v.stars > 0 ? `Así se habría superado, con ${stars(v)}.` : 'Así se habría superado.',
    fails: 'No basta para superarlo.',
    more_stars: (v) => `Superado igualmente, y con ${stars(v)} en vez de ${f.count(v.before)}.`,
    fewer_stars: (v) =>
      `Superado igualmente, pero solo con ${stars(v)} en vez de ${f.count(v.before)}.`,
    plain: 'Superado igualmente.',
  },
  would_fail: 'Así no se habría superado.',

  served: 'servidos hasta aquí',
  yours: 'tu partida',
  other: 'el otro futuro',
  table: 'Los dos futuros en una tabla',
  column: {
    at: 'Tiempo',
    served: 'Servidos',
    busy: 'En marcha',
    queue: 'En espera',
    pair: (v) => `${f.count(v.yours)} → ${f.count(v.other)}`,
  },
  pair_note: 'Tu partida → el otro futuro',
};

const stars = (v: { stars: number }): string =>
  `${f.count(v.stars)} ${plural(v.stars, 'estrella', 'estrellas')}`;

function from(v: { at_ms: number }): string {
  return v.at_ms === 0 ? 'Desde el inicio' : `Desde el segundo ${f.count(v.at_ms / 1000)}`;
}
