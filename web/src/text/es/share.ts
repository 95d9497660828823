import type { share as english } from '../en/share.ts';
import { make_format } from '../format.ts';
import { plural } from '../plural.ts';

const f = make_format('es');

export const share: typeof english = {
  share: 'Compartir',
  copy: 'Copiar el resultado',
  copied: 'Resultado y enlace copiados.',
  as_text: 'El resultado en texto',
  by_hand: 'Copia esto a mano:',

  heading: (v) => `LLM Kitchen, ${v.title}`,
  passed: (v) =>
    `Superado: ${v.share} servido, ${f.count(v.served)} de ${f.count(v.orders)} pedidos.`,
  failed: (v) =>
    `No superado: ${v.share} servido, ${f.count(v.served)} de ${f.count(v.orders)} pedidos.`,
  settings: (v) => `Ajustes: ${v.settings}.`,
  change: (v) => `en ${f.seconds(v.at_ms, 0)} ${v.change}`,
  more_changes: (v) => `${f.count(v.more)} ${plural(v.more, 'cambio', 'cambios')} más`,
};
