import type { progress as english } from '../en/progress.ts';
import { make_format } from '../format.ts';

const f = make_format('id');

export const progress: typeof english = {
  heading: 'Kemajuanmu',
  where:
    'Tersimpan di browser ini saja. Simpan ke file sebelum datanya dibersihkan atau kamu pindah browser.',
  save: 'Simpan ke file',
  load: 'Muat dari file',
  saved: (v) => `Tersimpan: ${f.count(v.shifts)} shift.`,
  unreadable: (v) => `Simpanan ${f.count(v.shifts)} shift tidak terbaca dan tidak ikut ke file.`,
  loading: 'Memutar ulang isinya …',
  loaded: (v) =>
    v.better > 0
      ? `Dimuat: ${f.count(v.shifts)} shift, ${f.count(v.better)} di antaranya lebih baik daripada di sini.`
      : `Dimuat: ${f.count(v.shifts)} shift. Kamu sudah sampai sejauh itu.`,
  left_out: (v) =>
    `${f.count(v.kitchens)} dapur bebas tidak ikut dimuat: browser ini menyimpan ${f.count(v.kept_max)}, dan punyamu didahulukan.`,
  other_rules: (v) =>
    `${f.count(v.runs)} permainan memakai aturan lain dan tidak bisa diputar ulang; bintangnya tetap dihitung.`,

  forget: 'Lupakan semuanya',
  forget_ask: 'Lupakan semuanya?',
  forget_what:
    'Bintang, permainan terbaik, pengaturan terakhir, dan pilihanmu di halaman ini akan hilang. Tanpa file, semua itu tidak bisa kembali.',
  forget_yes: 'Ya, lupakan',
  forget_no: 'Jangan',
  forgotten: 'Tidak ada lagi yang disimpan.',

  refused: 'Tidak ada yang dimuat.',
  problem: {
    too_large: (v) =>
      `File ini ${f.decimal(v.found_mb, 1)} MB; yang bisa dibaca paling besar ${f.decimal(v.last_mb, 1)} MB.`,
    not_json: () => 'File ini rusak atau jenisnya lain.',
    not_progress: () => 'File ini tidak berisi kemajuan dari game ini.',
    wrong_version: (v) =>
      `File ini versi ${v.found}; halaman ini membaca versi ${f.count(v.last)}.`,
    unknown_field: (v) => `Ada yang tidak dikenal di file ini: ${v.at}.`,
    not_an_object: (v) => `${v.at} berisi ${v.found}, seharusnya kelompok dalam kurung kurawal.`,
    not_a_text: (v) => `${v.at} berisi ${v.found}, seharusnya teks.`,
    unknown_shift: (v) => `Tidak ada shift bernama ${v.found}.`,
    day_ahead: (v) => `Hari untuk ${v.found} belum tiba.`,
    out_of_range: (v) =>
      `${v.at} berisi ${v.found}; seharusnya bilangan bulat dari ${f.count(v.first)} sampai ${f.count(v.last)}.`,
    run_refused: (v) =>
      `${v.at} berisi permainan yang hasilnya lain saat diputar ulang: ${v.found}.`,
    other_shift: (v) => `${v.at} berisi permainan dari shift lain: ${v.found}.`,
    not_kept: () => 'Browser ini kehabisan tempat, atau tidak mau menyimpan apa pun.',
    unreadable: () => 'File ini gagal dibaca.',
  },
};
