import type { prediction as english } from '../en/prediction.ts';
import { make_format } from '../format.ts';
import { eight_bit, sixteen_bit } from './bits.ts';

const f = make_format('id');

export const prediction: typeof english = {
  heading: 'Tebak dulu sebelum lanjut',
  skip: 'Lewati',
  never: 'Jangan tanya lagi',
  right: 'Tepat.',
  wrong: 'Belum tepat.',
  guessed_wrong: (v) => `Tebakanmu “${v.chosen}”; yang benar “${v.right}”.`,
  ask_at_all: 'Satu pertanyaan tiap shift',
  ask_again: 'Tanya aku lagi',
  guessed: 'Tebakanmu',
  truth: 'Yang terjadi',

  share: {
    ask: (v) =>
      `Kalau yang menyala ${f.count(v.slots)} kompor, bukan satu, berapa lama satu langkah?`,
    choices: {
      times: (v) => `${f.count(v.slots)} kali lebih lama`,
      twice: 'Dua kali lebih lama',
      barely: 'Hanya sedikit lebih lama',
    },
    answer: (v) =>
      `${f.milliseconds(v.one_us)} untuk satu pesanan, ${f.milliseconds(v.many_us)} untuk ${f.count(v.slots)}: waktunya ${f.factor(v.factor)}, tokennya ${f.count(v.slots)} kali lipat. Membaca weight makan ${f.milliseconds(v.weights_us, 0)} di keduanya.`,
    show: (v) => `Coba ${f.count(v.slots)} kompor`,
    bar: {
      one: 'satu pesanan',
      many: (v) => `${f.count(v.slots)} pesanan`,
    },
  },

  static_wait: {
    ask: (v) =>
      `Bayangkan static batch berisi ${f.count(v.slots)}. Pesanannya butuh ${f.count(v.tokens_short)} sampai ${f.count(v.tokens_long)} token. Kapan pesanan berikutnya bisa masuk?`,
    choices: {
      first: 'Begitu satu selesai',
      half: 'Setelah separuhnya selesai',
      last: 'Setelah yang terpanjang selesai',
    },
    answer: (v) =>
      `Di rombongan ini satu kompor selesai setelah ${f.seconds(v.first_ms)}, tetapi pesanan berikutnya baru masuk setelah ${f.seconds(v.next_ms)}. Bagian bergaris itu kompor dingin.`,
    show: () => 'Coba continuous',
    bar: {
      order: (v) => `${f.count(v.slots)} kompor`,
      next: 'batch berikutnya',
    },
  },

  eight_bit: {
    ask: () => `Weight dari ${sixteen_bit} jadi ${eight_bit}: apa yang mengecil?`,
    choices: {
      memory: 'Hanya memori yang dipakainya',
      step: 'Hanya waktu satu langkah',
      both: 'Dua-duanya',
    },
    answer: (v) =>
      `Weight: dari ${f.gigabytes(v.weights_16_mb)} jadi ${f.gigabytes(v.weights_8_mb)}. Satu langkah untuk ${f.count(v.slots)} pesanan: dari ${f.milliseconds(v.step_16_us)} jadi ${f.milliseconds(v.step_8_us)}, karena yang dibaca lebih sedikit.`,
    show: () => `Coba ${eight_bit}`,
    bar: {
      memory: (v) => `memori, ${v.bits}`,
      step: (v) => `langkah, ${v.bits}`,
    },
  },
};
