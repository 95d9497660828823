import type { free as english } from '../en/free.ts';
import { make_format } from '../format.ts';
import { eight_bit, sixteen_bit } from './bits.ts';

const f = make_format('id');

export const free: typeof english = {
  tab: 'Dapur bebas',
  title: 'Dapur bebas',
  arrives:
    'Rombongan, GPU, dan memori pilihanmu sendiri, semua pengaturan bisa diubah. Targetnya tetap sama.',
  started: (v) =>
    `Dapur bebas dibuka: ${f.count(v.duration_ms / 1000)} detik, maksimal ${f.count(v.slots)} sekaligus.`,

  region: 'Atur dapur bebas',
  start_from: 'Mulai dari',
  first: 'Dapur ramai, untuk permulaan.',
  own: 'Racikanmu sendiri.',
  orders: (v) => `Akan datang ${f.count(v.orders)} pesanan.`,
  every: 'Rombongan, GPU, dan memori',
  another_crowd: 'Rombongan lain',
  reset: 'Kembalikan semua',
  share: 'Bagikan dapur ini',
  copied: 'Tautannya sudah disalin.',
  by_hand: 'Salin tautan ini:',
  share_title: 'LLM Kitchen: dapur untuk dicoba',
  blocked: 'Belum bisa dimulai.',

  preset: {
    chat: {
      name: 'Chat',
      line: 'Pertanyaan pendek, panjang jawaban macam-macam. Mengisi ulang kompor terasa hasilnya.',
    },
    code: {
      name: 'Kode',
      line: 'Prompt panjang, jawaban pendek. Sebagian besar langkah habis untuk membaca prompt.',
    },
    documents: {
      name: 'Dokumen',
      line: 'Pesanan sedikit, prompt raksasa. KV cache-nya memenuhi memori.',
    },
    rush: {
      name: 'Jam sibuk',
      line: 'Semua datang bersamaan. Terlalu banyak sekaligus, semuanya telat.',
    },
    small_gpu: {
      name: 'GPU kecil',
      line: `Hanya weight ${eight_bit} yang menyisakan ruang memasak.`,
    },
    huge_gpu: { name: 'GPU raksasa', line: 'Memorinya cepat dan lega. Nyalakan semua kompor.' },
  },

  group: {
    crowd: {
      name: 'Rombongan',
      help: 'Berapa yang datang. Seed mengocok dadu: seed sama, rombongan sama.',
    },
    length: {
      name: 'Panjang',
      help: 'Token yang dibawa tiap pesanan, dan yang dimintanya. Sebagian bisa minta jauh lebih banyak.',
    },
    patience: {
      name: 'Kesabaran',
      help: 'Pesanan pergi setelah waktu dasar ditambah jatah untuk tiap token.',
    },
    memory: {
      name: 'Memori GPU',
      help: `Weight dalam ${sixteen_bit}; ${eight_bit} butuh setengahnya. Sisanya untuk KV cache.`,
    },
    step: {
      name: 'Satu langkah decode',
      help: 'Membaca weight sekali, lalu sedikit untuk tiap pesanan, token, dan token di cache.',
    },
  },
  field: {
    seed: 'Seed',
    orders_per_min: 'Pesanan',
    groups: 'Kelompok yang datang bareng',
    group_orders: 'Pesanan per kelompok',
    prompt_tokens_min: 'Prompt terpendek',
    prompt_tokens_max: 'Prompt terpanjang',
    output_tokens_min: 'Jawaban terpendek',
    output_tokens_max: 'Jawaban terpanjang',
    long_orders_percent: 'Yang minta lebih banyak',
    long_output_tokens: 'Jawaban mereka',
    patience_base_ms: 'Waktu dasar',
    patience_per_token_ms: 'Untuk tiap token',
    weights_read_us: 'Membaca semua weight',
    per_request_us: 'Tiap pesanan',
    per_token_us: 'Tiap token yang dihitung',
    per_context_ns: 'Tiap token cache yang dibaca',
    memory_mb: 'Memori',
    weights_mb: `Weight dalam ${sixteen_bit}`,
    kv_kb_per_token: 'KV cache tiap token',
  },
  unit: {
    per_minute: '/menit',
    orders: 'pesanan',
    tokens: 'token',
    percent: '%',
    seconds: 'dtk',
    milliseconds: 'ms',
    gigabytes: 'GB',
    megabytes: 'MB',
  },
  slider: (v) => `${v.name}, penggeser`,

  wrong: {
    value_out_of_range: (v) => `Dari ${v.first} sampai ${v.last}, kelipatan ${v.step}.`,
    min_over_max: (v) => `Yang terpendek tidak boleh melebihi yang terpanjang, ${v.last}.`,
    weights_over_memory: (v) => `Tidak muat di memori ${v.last}.`,
    no_orders: 'Tidak ada yang datang.',
    too_many_orders: (v) =>
      `Akan datang ${f.count(v.found)} pesanan; paling banyak ${f.count(v.last)}.`,
  },

  refused: {
    heading: 'Dapur ini tidak bisa dibangun',
    field: (v) => `${v.name}: ${v.found}. ${v.why}`,
    truncated: 'Ujung tautannya hilang.',
    trailing_text: (v) =>
      `Ada yang menempel di belakang kodenya, mulai karakter ke-${f.count(v.at)}.`,
    damaged: (v) => `Tautannya rusak di karakter ke-${f.count(v.at)}.`,
    way_on: 'Minta tautannya lagi, atau atur dapurmu sendiri.',
    open: 'Atur dapur bebas',
  },
};
