import type { ghost as english } from '../en/ghost.ts';
import { make_format } from '../format.ts';

const f = make_format('es');

export const ghost: typeof english = {
  setting: 'Mostrar mi mejor partida',
  served: (v) => `tu mejor: ${f.count(v.served)}`,
};
