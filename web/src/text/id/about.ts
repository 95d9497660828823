import type { About } from '../en/about.ts';

export const about: About = {
  title: 'LLM Kitchen: cara GPU melayani model bahasa',
  description:
    'Game singkat tentang dapur sibuk yang sebenarnya sebuah GPU. Kejar semua pesanan, lalu pahami apa gunanya batching, KV cache, dan weight 8-bit saat melayani model bahasa.',
  claim: ['Masak berapa sekaligus', 'supaya terkejar?'],
  weights: 'membaca semua weight',
};
