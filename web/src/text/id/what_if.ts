import type { what_if as english } from '../en/what_if.ts';
import { make_format } from '../format.ts';

const f = make_format('id');

export const what_if: typeof english = {
  heading: 'Bagaimana kalau?',
  ask: 'Pasang satu pengaturan mulai saat tertentu, lalu lihat jadinya shift-mu.',
  lever: 'Pengaturan',
  value: 'Nilai',
  moment: 'Mulai',
  second: (v) => `detik ${f.count(v.at_ms / 1000)}`,

  searching: (v) =>
    `Mencari perubahan yang paling berarti: ${f.count(v.done)} dari ${f.count(v.of)}`,
  search_failed: 'Pencarian perubahan terbaik terhenti.',
  best_heading: 'Satu perubahan yang paling berarti',
  best_note: 'Dari semua cara mengubah satu pengaturan satu kali, di detik mana pun.',
  best: (v) => `${from(v)}: **${v.change}** → ${f.count(v.saved)} pesanan lagi terlayani`,
  best_end: {
    passes: (v) =>
      v.stars > 0 ? `, dan shift ini lulus dengan ${stars(v)}.` : ', dan shift ini lulus.',
    fails: ', belum cukup untuk lulus.',
    more_stars: (v) => `, dan dapat ${stars(v)}, bukan ${f.count(v.before)}.`,
    fewer_stars: (v) => `, tetapi hanya dapat ${stars(v)}, bukan ${f.count(v.before)}.`,
    plain: '.',
  },
  best_none:
    'Tidak ada satu perubahan pun, di detik mana saja, yang bisa menambah pesanan terlayani.',
  use_best: 'Lihat grafiknya',
  play: (v) => `Coba ${v.setting} dari awal`,

  instead: (v) => `${v.to}, bukan ${v.from}`,
  instead_slots: (v) => `${f.count(v.to)} sekaligus, bukan ${f.count(v.from)}`,
  others_kept: ' (perubahanmu yang lain tetap)',
  kept: (v) => `${v.to} terus sampai akhir`,

  more: (v) =>
    `${from(v)}, ${v.change}: **${f.count(v.by)} pesanan lagi terlayani,** jadi ${f.count(v.served)} dari ${f.count(v.orders)}.`,
  fewer: (v) =>
    `${from(v)}, ${v.change}: **${f.count(v.by)} pesanan lebih sedikit,** jadi ${f.count(v.served)} dari ${f.count(v.orders)}.`,
  same: (v) =>
    `${from(v)}, ${v.change}: **sama saja,** ${f.count(v.served)} dari ${f.count(v.orders)}.`,
  one_too_many: (v) =>
    `Permainanmu sudah punya ${f.count(v.changes)} perubahan, batas untuk satu permainan: satu lagi di saat ini tidak bisa dimainkan.`,
  end: {
    passes: (v) => (v.stars > 0 ? `Itu lulus, dengan ${stars(v)}.` : 'Itu lulus.'),
    fails: 'Belum cukup untuk lulus.',
    more_stars: (v) => `Tetap lulus, dan dapat ${stars(v)}, bukan ${f.count(v.before)}.`,
    fewer_stars: (v) => `Tetap lulus, tetapi hanya dapat ${stars(v)}, bukan ${f.count(v.before)}.`,
    plain: 'Tetap lulus.',
  },
  would_fail: 'Itu tidak lulus.',

  served: 'sudah terlayani',
  yours: 'permainanmu',
  other: 'seandainya',
  table: 'Keduanya dalam tabel',
  column: {
    at: 'Waktu',
    served: 'Terlayani',
    busy: 'Dimasak',
    queue: 'Menunggu',
    pair: (v) => `${f.count(v.yours)} → ${f.count(v.other)}`,
  },
  pair_note: 'Permainanmu → seandainya',
};

const stars = (v: { stars: number }): string => `${f.count(v.stars)} bintang`;

function from(v: { at_ms: number }): string {
  return v.at_ms === 0 ? 'Sejak awal' : `Mulai detik ${f.count(v.at_ms / 1000)}`;
}
