import type { histogram as english } from '../en/histogram.ts';
import { make_format } from '../format.ts';

const f = make_format('id');

export const histogram: typeof english = {
  heading: 'Posisi permainan ini',
  intro: (v) =>
    `Rombongan yang sama dengan ${f.count(v.settings)} pilihan tetap: tiap batang menghitung berapa yang berakhir di situ.`,
  served: 'Terlayani',
  wait: (v) => `${f.percent(v.par_percent)} yang terlayani selesai dalam`,
  served_nobody: (v) =>
    `Tidak ikut dihitung dalam waktu tunggu: ${f.count(v.settings)} pilihan yang tidak melayani siapa pun.`,
  peak: 'Paling banyak sekaligus',
  you: (v) => `kamu: ${v.value}`,
  passing: 'pilihan yang lulus',
  failing: 'pilihan yang tidak',
  label: (v) =>
    `${v.title}: ${f.count(v.settings)} pilihan, ${f.count(v.passing)} di antaranya lulus.`,
  between: (v) => `${v.from} sampai ${v.to}`,
  column: { range: 'Rentang', settings: 'Pilihan', passing: 'Yang lulus' },
};
