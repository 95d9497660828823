import type { star as english } from '../en/star.ts';
import { make_format } from '../format.ts';

const f = make_format('id');

export const star: typeof english = {
  serve: (v) => `Layani ${f.percent(v.pass_percent)} dari semua pesanan`,
  quick: (v) =>
    `${f.percent(v.par_percent)} yang terlayani selesai dalam ${f.seconds(v.par_wait_ms)}`,
  lean: (v) => `Tak pernah lebih dari ${f.count(v.par_slots)} sekaligus`,
  met: 'tercapai',
  missed: 'belum',
  held: 'raih dulu bintang di atasnya',
  short: (v) => `kurang ${f.count(v.orders)} pesanan`,
  slow: (v) => `${f.seconds(v.over_ms, v.digits)} terlalu lama`,
  many: (v) => `kelebihan ${f.count(v.over)}`,
  none_served: 'tidak ada yang terlayani',
};
