import type { LanguageFacts } from '../language.ts';

export const language: LanguageFacts = {
  name: 'Bahasa Indonesia',
  // What old Android versions call Indonesian.
  also: ['in'],
  unloaded: 'Halaman ini gagal dimuat. Periksa koneksimu, lalu muat ulang.',
  load_again: 'Muat ulang',
  no_script: 'LLM Kitchen perlu JavaScript, yang dimatikan di browser ini.',
};
