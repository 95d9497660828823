import type { Sheet } from '../en/sheet.ts';
import { eight_bit } from './bits.ts';

export const sheet: Sheet = {
  title: 'Contekan',
  back: 'Ke dapur',
  paper: 'Cetak halaman ini: pas satu lembar A4 atau Letter.',
  law: {
    heading: 'Hukumnya',
    line: 'Satu langkah decode membaca **semua weight satu kali**, berapa pun request di dalam batch, lalu menambah **satu token untuk masing-masing**.',
    parts: {
      step: 'Satu langkah',
      weights: 'baca semua weight',
      requests: 'kerja per request',
      kv: 'baca KV cache',
      prefill: 'hitung yang belum ada di cache',
    },
    together: 'Di dapur ini',
    column: {
      slots: 'Request sekaligus',
      step: 'Lama satu langkah',
      token: 'Per token',
      rate: 'Token per detik',
    },
  },
  levers: {
    heading: 'Pengaturannya',
    slots:
      'Makin banyak request, makin ramai yang menanggung satu kali baca weight. Terlalu sedikit: antrean kehabisan sabar. Terlalu banyak: tiap langkah jadi panjang dan semua terlambat bareng.',
    batching:
      'Continuous langsung mengisi slot kosong dengan request berikutnya sebelum langkah selanjutnya. Static membiarkannya kosong sampai request terpanjang di batch itu selesai.',
    kv_cache:
      'Menyimpan key dan value, jadi konteks cukup dihitung sekali. Setiap token memakan memori; kalau penuh, request yang terakhir masuk kena preemption: balik ke antrean dan nanti dihitung ulang.',
    weight_bits: `Dengan ${eight_bit}, yang dibaca tinggal separuh dan separuh memorinya bisa dipakai KV cache. Pengaruhnya ke mutu jawaban tidak ikut disimulasikan.`,
  },
  lost: {
    heading: 'Kenapa pesanan tidak terlayani, dan apa obatnya',
    no_free_slot: 'masak lebih banyak sekaligus',
    static_batch: 'continuous batching',
    memory_full: `weight ${eight_bit}, atau kurangi yang sekaligus`,
    step_too_slow: `kurangi yang sekaligus, KV cache, weight ${eight_bit}`,
  },
  keys: 'Tombol',
};
