import type { daily as english } from '../en/daily.ts';
import { make_format } from '../format.ts';

const f = make_format('id');

export const daily: typeof english = {
  tab: 'Harian',
  name: (v) => `Shift harian ${f.count(v.day)}`,
  title: (v) => `Shift harian ${f.count(v.day)}: ${v.lesson}`,
  about: (v) => `seperti ${v.lesson}`,
  arrives: 'Rombongan hari ini, sama untuk semua orang. Cari pengaturan yang pas.',
  started: (v) =>
    `Shift harian ${f.count(v.day)} dimulai: ${f.count(v.duration_ms / 1000)} detik, maksimal ${f.count(v.slots)} sekaligus.`,

  laying_out: 'Menyiapkan dapur hari itu …',
  region: 'Shift harian',
  before: 'Hari sebelumnya',
  after: 'Hari berikutnya',
  to_today: 'Shift hari ini',
  next_in: (v) =>
    v.hours > 0
      ? `ganti dalam ${f.count(v.hours)} jam ${f.count(v.minutes)} menit`
      : `ganti dalam ${f.count(v.minutes)} menit`,
  best: (v) =>
    v.stars > 0
      ? `terbaik ${v.share}, ${f.count(v.stars)} bintang`
      : `terbaik ${v.share}, belum lulus`,
  passed: (v) => `lulus, ${f.count(v.stars)} bintang`,
  not_played: 'belum dimainkan',

  ahead: {
    heading: (v) => `Shift harian ${f.count(v.day)} belum tiba`,
    in_days: (v) => `Datang ${f.count(v.days)} hari lagi, tengah malam UTC.`,
    in_hours: (v) =>
      v.hours > 0
        ? `Datang ${f.count(v.hours)} jam ${f.count(v.minutes)} menit lagi, tengah malam UTC.`
        : `Datang ${f.count(v.minutes)} menit lagi, tengah malam UTC.`,
    play_today: 'Mainkan shift hari ini',
  },

  clock: {
    heading: 'Hari ini tanggal berapa?',
    reason:
      'Menurut jam perangkatmu, hari ini tidak punya shift harian: coba periksa tanggalnya, lalu muat ulang halaman ini.',
    play_first: 'Mainkan shift pertama',
  },

  refused: {
    heading: 'Hari itu tidak ada',
    day: (v) =>
      `Tautan ini meminta hari ${f.count(v.found)}; yang ada hari ${f.count(v.first)} sampai ${f.count(v.last)}.`,
    no_proof: (v) =>
      `Untuk hari ${f.count(v.found)} tidak ditemukan rombongan yang terbukti bisa diluluskan, jadi tidak ada shift-nya.`,
    damaged: 'Tautan ini rusak. Minta lagi.',
  },
};
