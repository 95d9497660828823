import type { shift as english } from '../en/shift.ts';
import { make_format } from '../format.ts';
import { eight_bit, sixteen_bit } from './bits.ts';
import { real } from '../real.ts';

const f = make_format('id');

export const shift: typeof english = {
  how_many: {
    title: 'Berapa sekaligus?',
    arrives: 'Pengaturanmu: berapa pesanan dimasak GPU bersamaan, satu kompor per pesanan.',
    lesson: (v) =>
      `Langkah untuk satu pesanan saja perlu ${f.milliseconds(v.alone_us)}, hampir seluruhnya untuk membaca weight. Bacaan itu ditanggung bersama: satu pesanan lagi cuma menambah ${f.milliseconds(v.one_more_us)}. Memasak ramai-ramai itu murah, sampai langkahnya terlalu panjang dan semua ikut terlambat.`,
    lived: (v) =>
      `Membaca weight perlu ${f.milliseconds(v.weights_us, 0)} di tiap langkah, ditanggung bersama oleh semua pesanan yang ada di kompor. Kompor terlalu sedikit, antrean kehabisan sabar. Terlalu banyak, langkah memanjang dan semua terlambat bareng. Jawabannya ada di tengah.`,
    real: () =>
      `Hukumnya sama, malah lebih kuat: untuk model ${f.count(real.model_billions)} miliar parameter, RTX 4090 membaca weight sekitar ${f.milliseconds(real.weights_read_us, 0)} per langkah, dan satu request lagi hanya menambah ${f.decimal(real.per_request_us_min / 1000, 2)}–${f.milliseconds(real.per_request_us_max, 2)}. Jadi batch sungguhan bisa lebih besar.`,
  },
  rush_hour: {
    title: 'Jam sibuk',
    arrives: 'Pengaturan baru: batching. Ini menentukan kapan kompor yang rampung dipakai lagi.',
    lesson: () =>
      'Umur static batch mengikuti pesanan terpanjangnya. Kompor yang rampung lebih dulu dibiarkan dingin, dan batch size sebesar apa pun tidak menolong. Dengan continuous batching, kompor langsung dapat pesanan baru begitu kosong.',
    lived: () =>
      'Pesanan pendek dan panjang datang bercampur. Dalam static batch, yang pendek rampung duluan lalu kompornya menganggur menunggu yang terpanjang. Continuous batching memakai kompor itu lagi sebelum langkah berikutnya.',
    real: () =>
      `Pada lalu lintas chat sungguhan, mengisi ulang slot saja sudah melayani ${f.decimal(real.refill_factor_min, 0)}–${f.decimal(real.refill_factor_max, 0)} kali lebih banyak dengan batch size yang sama.`,
  },
  memory: {
    title: 'Memori hampir penuh',
    arrives: `Baru: KV cache dan weight ${eight_bit}, berbagi satu memori GPU.`,
    lesson: () =>
      `KV cache memakai memori demi menghemat waktu: tanpa cache, seluruh konteks dihitung lagi di tiap langkah. Weight ${eight_bit} hanya butuh setengah memori, dan di situlah cache mendapat tempat.`,
    lived: (v) =>
      `Tanpa KV cache, tiap langkah menghitung lagi semua token yang sudah ada. Dengan KV cache, tiap token menyimpan ${f.megabytes(v.kv_kb_per_token)}, dan di samping weight ${f.gigabytes(v.weights_mb)} memori cepat habis: pesanan terlempar ke antrean. Dengan ${eight_bit}, weight tinggal ${f.gigabytes(v.weights_8bit_mb)} dan cache pun muat.`,
    real: () =>
      `Di GPU sungguhan, dari ${sixteen_bit} ke ${eight_bit} langkah jadi ${f.decimal(real.eight_bit_factor_min, 1)}–${f.decimal(real.eight_bit_factor_max, 1)} kali lebih cepat, bukan dua kali: yang mengecil hanya weight, sisanya tetap. Cache per token juga jauh lebih kecil, sekitar ${f.megabytes(real.kv_kb_per_token, 2)} untuk model ${f.count(real.model_billions)} miliar parameter.`,
  },
};
