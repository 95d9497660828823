import type { refusal as english } from '../en/refusal.ts';
import { make_format } from '../format.ts';

const f = make_format('id');

export const refusal: typeof english = {
  heading: 'Tautan ini tidak bisa diputar ulang',
  way_on: 'Kamu bisa memainkan shift-nya sendiri: rombongannya tetap sama.',
  play: 'Mainkan shift ini',
  reason: {
    empty: () => 'Tidak ada permainan di tautan ini.',
    too_long: () => 'Tautan ini lebih panjang daripada tautan permainan mana pun.',
    not_a_replay: () => 'Isi tautan ini bukan permainan dari dapur ini.',
    wrong_version: (v) =>
      `Tautan ini dibuat dengan aturan versi ${f.count(v.found)}. Dapur ini memakai versi ${f.count(v.rules_version)}, jadi pengaturan yang sama bisa berakhir lain.`,
    truncated: () => 'Tautan ini terpotong: ujungnya hilang. Mintalah sekali lagi.',
    unknown_shift: (v) =>
      `Tautan ini tentang shift ${f.count(v.found)}, padahal hanya ada ${f.count(v.shift_count)}.`,
    unknown_lever: (v) =>
      `Tautan ini mengubah pengaturan yang tidak ada (karakter ${f.count(v.at)}). Mungkin terpotong di jalan: minta lagi yang lengkap.`,
    lever_not_shown: (v) =>
      `Tautan ini mengubah pengaturan yang tidak dimiliki shift-nya (karakter ${f.count(v.at)}).`,
    value_out_of_range: (v) =>
      `Tautan ini memberi pengaturan nilai ${f.count(v.found)}, dan itu tidak bisa (karakter ${f.count(v.at)}).`,
    time_out_of_range: (v) =>
      `Tautan ini mengubah pengaturan di ${f.seconds(v.found, 3)}; satu shift lamanya ${f.seconds(v.duration_ms, 0)}.`,
    time_goes_back: (v) => `Perubahan di tautan ini tidak urut waktu (karakter ${f.count(v.at)}).`,
    too_many_commands: (v) =>
      `Tautan ini berisi lebih dari ${f.count(v.commands_max)} perubahan, batas satu permainan.`,
    trailing_text: (v) =>
      `Ada teks lain setelah permainan di tautan ini (mulai karakter ${f.count(v.at)}). Salin lagi tanpa teks itu.`,
    diverged: (v) =>
      `Saat diputar ulang hasilnya lain: sama sampai ${f.seconds(v.agrees_until_ms, 0)}, berbeda di ${f.seconds(v.differs_at_ms, 0)}. Tautan ini pernah diubah.`,
  },
};
