import type { play as english } from '../en/play.ts';
import { make_format } from '../format.ts';

const f = make_format('id');

export const play: typeof english = {
  skip: 'Langsung ke dapur',
  shifts: 'Shift',
  learn_link: 'Cara kerjanya',
  settings: 'Setelan',
  language: 'Bahasa',
  theme: 'Terang atau gelap',
  themes: { system: 'Ikut sistem', light: 'Terang', dark: 'Gelap' },
  shortcuts: 'Pintasan satu tombol',
  shortcut_keys: {
    toggle: 'jeda, lanjut',
    step: 'satu langkah decode',
    speed: 'lebih pelan, lebih cepat',
    state: 'bacakan keadaan dapur',
  },
  space_key: 'Spasi',
  close: 'Tutup',

  heading: (v) => `Shift ${f.count(v.number)}: ${v.title}`,

  clock: { heading: 'Waktu', left: 'tersisa', not_started: 'waktu main' },
  goal: {
    heading: 'Target',
    of_arrived: (v) => `Terlayani ${f.count(v.served)} dari ${f.count(v.arrived)}`,
    before: (v) => `Layani ${f.percent(v.pass_percent)} dari semua pesanan`,
    lost: (v) => `${f.count(v.lost)} tidak terlayani, batasnya ${f.count(v.may_lose)}`,
    mark: (v) => `target ${f.percent(v.pass_percent)}`,
  },
  rate: {
    heading: 'Token per detik',
    per_order: (v) => `${f.count(v.rate)} per pesanan`,
    idle: 'kompor padam semua',
  },

  queue: {
    heading: 'Antrean',
    tokens: (v) => `${f.count(v.tokens)} token`,
    kept: (v) => `${f.count(v.made)}/${f.count(v.tokens)}`,
    kept_word: 'disimpan',
    more: (v) => `+${f.count(v.more)} lagi`,
    crowd: (v) =>
      v.arrived > 0
        ? `${f.count(v.arrived)} dari ${f.count(v.orders)} pesanan sudah datang.`
        : `Akan datang ${f.count(v.orders)} pesanan, sama untuk semua pemain.`,
    empty: 'Masih kosong.',
  },

  kitchen: {
    heading: (v) => `GPU · maks. ${f.count(v.slots)} sekaligus`,
    cooking: (v) => `${f.count(v.cooking)} menyala`,
    cold: (v) => `${f.count(v.cold)} dingin`,
    cold_why: '(batch belum habis)',
    ready: 'siap dipakai',
    closing: (v) => `${f.count(v.closing)} di atas batas dirampungkan dulu`,
    picture: (v) =>
      f.list(
        [
          `${f.count(v.cooking)} menyala`,
          v.cold > 0 ? `${f.count(v.cold)} dingin sampai batch-nya habis` : '',
          v.free > 0 ? `${f.count(v.free)} kosong` : '',
        ].filter(Boolean),
      ),
    rule: 'Tiap langkah memberi satu token untuk masing-masing pesanan di GPU.',
  },

  served: {
    heading: 'Terlayani',
    lost: 'Tidak terlayani',
    none_lost: 'Belum ada yang pergi.',
    one: (v) => `${f.count(v.count)} ${v.cause}`,
  },

  step: {
    heading: 'Satu langkah decode',
    would_take: 'Satu langkah penuh',
    makes: (v) => `${f.milliseconds(v.step_us)} → ${f.count(v.tokens)} token`,
    idle: 'belum ada pesanan di GPU',
    parts: { weights: 'Weight', requests: 'Pesanan', kv: 'KV cache', prefill: 'Prompt' },
    part: (v) => `${v.name} ${f.milliseconds(v.us)}`,
    recompute: 'Hitung ulang',
    alone: (v) => `Sendirian ${f.milliseconds(v.us)} per token`,
    now: (v) => `sekarang ${f.milliseconds(v.us)}`,
    then: (v) => `ramai-ramai ${f.milliseconds(v.us)}`,
    scale: (v) => f.milliseconds(v.us, 0),
    slowed: (v) =>
      `Diperlambat supaya terlihat: yang tampak satu dari ${f.count(v.steps)} kali baca weight.`,
    one_read: 'Semua weight dibaca sekali per langkah.',
    full_speed: 'Setiap pembacaan weight ditampilkan.',
  },

  memory: {
    heading: 'Memori GPU',
    used: (v) => `${f.decimal(v.used_mb / 1000, 1)} dari ${f.gigabytes(v.all_mb)}`,
    weights: 'Weight',
    kv: 'KV cache, satu potong per pesanan',
    free: 'Kosong',
    no_cache: 'tidak ada yang disimpan',
  },

  lever: {
    slots: 'Masak sekaligus',
    slots_hint: 'Berapa pesanan yang dimasak GPU bersamaan, satu kompor per pesanan.',
    fewer: 'Kurangi satu',
    more: 'Tambah satu',
    region: 'Pengaturan dapur',
  },
  run: {
    region: 'Jalannya shift',
    start: 'Mulai',
    pause: 'Jeda',
    go_on: 'Lanjut',
    step: 'Satu langkah',
    state: 'Keadaan dapur',
    again: 'Ulangi',
    speed: 'Kecepatan',
    speed_value: (v) => `${f.decimal(v.speed, 2)}×`,
    paused: 'Dijeda. Pengaturan tetap bisa diubah.',
    was_hidden: 'Dijeda selama kamu pergi.',
  },

  caption: {
    lost: (v, cause) =>
      `Pesanan ${f.count(v.order + 1)} pergi setelah ${f.seconds(v.waited_ms)}: ${cause[v.cause]}.`,
    preempted: (v) =>
      `Memori penuh: pesanan ${f.count(v.order + 1)} kembali ke antrean, ${f.count(v.tokens)} tokennya tetap disimpan.`,
    out_of_reach:
      'Yang tidak terlayani sudah terlalu banyak untuk lulus. Coba-coba saja terus, atau ulangi.',
    cold: (v) =>
      `${f.count(v.cold)} kompor dingin: static batch tidak menerima siapa pun sampai seluruh isinya rampung.`,
    memory_holds: (v) =>
      `Ada kompor kosong, tetapi memorinya penuh: ${f.count(v.waiting)} pesanan menunggu.`,
    recompute: (v) =>
      `Tanpa KV cache, ${f.share(v.share_permille, 1000)} langkah ini habis untuk menghitung ulang token lama.`,
    queue_grows: (v) =>
      `Antrean memanjang: ${f.count(v.waiting)} pesanan menunggu, semua kompor terpakai.`,
    served_first: (v) => `Pesanan ${f.count(v.order + 1)} yang pertama terlayani.`,
    lull: (v) => `Ada kompor kosong; masih ada ${f.count(v.to_come)} pesanan yang akan datang.`,
  },

  notice: {
    not_kept: 'Browser ini tidak menyimpan apa pun, jadi kemajuanmu hilang begitu halaman ditutup.',
    too_many_commands: (v) =>
      `Sudah ${f.count(v.commands_max)} kali pengaturan diubah, batas satu permainan. Untuk mengubah lagi, ulangi dari awal.`,
    ignored: (v) => `Bagian tautan ini dilewati karena tidak bisa dipasang: ${v.parts}.`,
    ignored_range: (v) => `${v.part} (${f.count(v.from)} sampai ${f.count(v.to)})`,
    ignored_shift: (v) =>
      `${v.part} (${f.count(v.from)} sampai ${f.count(v.to)}, ${v.daily}, hari seperti ${v.day}, atau ${v.free})`,
    ignored_choice: (v) => `${v.part} (${v.first} atau ${v.second})`,
    ignored_here: (v) => `${v.part} (bukan pengaturan shift ini)`,
    language_failed: 'Bahasa itu gagal dimuat. Periksa koneksimu, lalu coba lagi.',
    unloaded: 'Sebagian halaman ini gagal dimuat. Periksa koneksimu, lalu coba lagi.',
    unloaded_in_run:
      'Sebagian halaman ini gagal dimuat. Muat ulang halamannya setelah shift ini selesai.',
    dismiss: 'Tutup pesan',
  },

  problem: {
    heading: 'Dapur tidak bisa dibuka',
    unsupported:
      'Dapur ini perlu WebAssembly, yang tidak ada atau dimatikan di browser ini. Firefox, Chrome, atau Safari terbaru bisa dipakai.',
    unreachable: 'Mesin dapurnya gagal dimuat. Periksa koneksimu, lalu coba lagi.',
    wrong_module: 'Versi halaman dan mesinnya berbeda. Muat ulang halaman ini.',
    unexpected: 'Ada yang rusak di dalamnya. Muat ulang halaman ini.',
    trapped: 'Mesin dapur berhenti dua kali berturut-turut. Muat ulang halaman ini.',
    retry: 'Muat ulang',
    way_on: 'Cara kerja dan tanya jawab di bawah tetap bisa dibaca.',
  },

  replay_note: 'Permainan seseorang dari tautan, sudah diputar ulang dan diperiksa di sini.',

  say: {
    start: (v, slots) =>
      `Shift ${f.count(v.number)} dimulai: ${f.count(v.duration_ms / 1000)} detik, maksimal ${f.count(slots)} sekaligus.`,
    countdown: (v) =>
      `Sisa ${f.count(v.left_ms / 1000)} detik. ${f.count(v.served)} terlayani, ${f.count(v.lost)} tidak terlayani.`,
    result: (v) =>
      v.passed
        ? `Shift selesai. Lulus dengan ${v.share}, ${f.count(v.stars)} bintang.`
        : `Shift selesai. Belum lulus: ${v.share} terlayani.`,
    state: (v) =>
      (v.setup ? 'Belum dimulai. ' : v.paused ? 'Dijeda. ' : '') +
      `Sisa ${f.count(Math.ceil(v.left_ms / 1000))} detik. ${f.count(v.cooking)} dari maksimal ${f.count(v.slots)} menyala, ${f.count(v.waiting)} menunggu, ${f.count(v.served)} terlayani, ${f.count(v.lost)} tidak terlayani.`,
  },
};
