import type { learn as english } from '../en/learn.ts';
import { make_format } from '../format.ts';
import { eight_bit, sixteen_bit } from './bits.ts';
import { real } from '../real.ts';

const f = make_format('id');

export const learn: typeof english = {
  how: {
    heading: 'Cara bermain',
    steps: {
      request: () =>
        'Tiap pesanan adalah satu request ke model bahasa: prompt masuk, lalu jawabannya dimasak token demi token.',
      batch: () =>
        'GPU memasak satu batch. Tiap langkah decode menambah satu token pada setiap pesanan yang sudah dapat kompor; sisanya mengantre.',
      levers: (v) =>
        `Atur pengaturannya dulu, baru mulai shift-nya: ${f.count(v.duration_ms / 1000)} detik. Sambil jalan pun boleh kamu ubah.`,
      pass: (v) =>
        `Kamu lulus kalau ${f.percent(v.pass_percent)} pesanan terlayani. Cincin di sekeliling pesanan adalah kesabarannya: kalau habis, pesanan itu pergi, dan kamu diberi tahu sebabnya.`,
      crowd: () =>
        'Rombongan pesanannya sama untuk semua orang. Yang melayani lebih banyak berarti mengatur dapurnya lebih baik.',
    },
  },
  cheat_sheet: 'Contekan satu halaman untuk dicetak, di tab baru',
  teaches: { heading: 'Pelajaran tiap shift' },
  scale: {
    heading: 'Mana yang asli, mana yang diskalakan',
    intro: () =>
      `Bentuk biayanya sama dengan decoding sungguhan: weight dibaca seluruhnya di tiap langkah, kerja bertambah untuk setiap request di batch, KV cache tumbuh per token, dan weight ${eight_bit} memangkas separuh memori sekaligus separuh byte yang dibaca.`,
    scaled: (v) =>
      `Angkanya diskalakan supaya pas untuk ${f.count(v.duration_ms / 1000)} detik bermain. Bandingkan satu sama lain; jangan dianggap ukuran GPU tertentu.`,
    column: { what: 'Apa', game: 'Di dapur ini', real: 'Di GPU sungguhan' },
    row: {
      weights: {
        what: 'Membaca semua weight, per langkah',
        game: (v) => f.milliseconds(v.weights_us, 0),
        real: () => `sekitar ${f.milliseconds(real.weights_read_us, 0)}`,
      },
      one_more: {
        what: 'Satu request lagi dalam langkah itu',
        game: (v) => f.milliseconds(v.one_more_us),
        real: () =>
          `${f.decimal(real.per_request_us_min / 1000, 2)}–${f.milliseconds(real.per_request_us_max, 2)}`,
      },
      kv: {
        what: 'KV cache per token (shift memori)',
        game: (v) => f.megabytes(v.kv_kb_per_token),
        real: () => `sekitar ${f.megabytes(real.kv_kb_per_token, 2)}`,
      },
      eight_bit: {
        what: `Satu langkah, ${eight_bit} dibanding ${sixteen_bit}`,
        game: (v) => `${f.decimal(v.eight_bit_factor, 1)} kali lebih cepat, untuk satu pesanan`,
        real: () =>
          `${f.decimal(real.eight_bit_factor_min, 1)}–${f.decimal(real.eight_bit_factor_max, 1)} kali lebih cepat`,
      },
      refill: {
        what: 'Continuous dibanding static batching',
        game: (v) =>
          `melayani ${f.decimal(v.refill_factor, 1)} kali lebih banyak dengan ${f.count(v.refill_slots)} slot`,
        real: () =>
          `melayani ${f.decimal(real.refill_factor_min, 0)}–${f.decimal(real.refill_factor_max, 0)} kali lebih banyak pada lalu lintas chat`,
      },
    },
    example: () =>
      `Milidetik dan megabyte: model ${f.count(real.model_billions)} miliar parameter dalam ${sixteen_bit} di RTX 4090.`,
  },
  faq: {
    heading: 'Tanya jawab',
    batching: {
      question: 'Mengapa LLM serving lebih cepat dengan batching?',
      answer: (v) =>
        `Di tiap langkah decode, seluruh weight harus diambil dari memori, dan lamanya sama saja untuk satu request atau banyak. Batch yang besar membagi biaya ini, jadi token per detiknya lebih banyak meskipun langkahnya sedikit lebih panjang. Di dapur ini satu token perlu ${f.milliseconds(v.alone_us)} kalau sendirian, dan ${f.milliseconds(v.together_us)} dalam batch berisi ${f.count(v.example_slots)}.`,
    },
    continuous: {
      question: 'Apa itu continuous batching?',
      answer: () =>
        'Static batch itu tertutup: batch berikutnya baru masuk setelah request terakhirnya rampung, jadi slot dengan jawaban pendek kosong sia-sia. Pada continuous batching, slot yang kosong langsung diberikan ke request berikutnya, di sela dua langkah decode.',
    },
    kv_cache: {
      question: 'Untuk apa KV cache?',
      answer: () =>
        'Untuk membuat token berikutnya, model perlu key dan value dari semua token sebelumnya. KV cache menyimpannya supaya cukup dihitung sekali. Bayarannya memori, dan makin besar seiring bertambahnya token tiap request di GPU.',
    },
    quantise: {
      question: 'Untuk apa weight dikuantisasi?',
      answer: () =>
        `Weight ${eight_bit} hanya butuh setengah memori weight ${sixteen_bit}, sisanya bisa dipakai KV cache. Decoding juga lebih banyak menunggu weight datang dari memori, jadi makin sedikit byte-nya, makin cepat langkahnya: ${f.decimal(real.eight_bit_factor_min, 1)}–${f.decimal(real.eight_bit_factor_max, 1)} kali di GPU sungguhan.`,
    },
  },
  link_to: (v) => `Tautan ke “${v.heading}”`,
};
