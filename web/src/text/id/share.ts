import type { share as english } from '../en/share.ts';
import { make_format } from '../format.ts';

const f = make_format('id');

export const share: typeof english = {
  share: 'Bagikan',
  copy: 'Salin hasilnya',
  copied: 'Hasil dan tautannya tersalin.',
  as_text: 'Hasil dalam teks',
  by_hand: 'Salin ini sendiri:',

  heading: (v) => `LLM Kitchen, ${v.title}`,
  passed: (v) =>
    `Lulus: ${v.share} terlayani, ${f.count(v.served)} dari ${f.count(v.orders)} pesanan.`,
  failed: (v) =>
    `Belum lulus: ${v.share} terlayani, ${f.count(v.served)} dari ${f.count(v.orders)} pesanan.`,
  settings: (v) => `Pengaturan: ${v.settings}.`,
  change: (v) => `detik ${f.count(Math.round(v.at_ms / 1000))} ${v.change}`,
  more_changes: (v) => `${f.count(v.more)} perubahan lagi`,
};
