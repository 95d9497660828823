import type { ghost as english } from '../en/ghost.ts';
import { make_format } from '../format.ts';

const f = make_format('id');

export const ghost: typeof english = {
  setting: 'Tampilkan permainan terbaikku',
  served: (v) => `terbaikmu: ${f.count(v.served)}`,
};
