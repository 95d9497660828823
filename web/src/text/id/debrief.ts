import type { debrief as english } from '../en/debrief.ts';
import { make_format } from '../format.ts';
import { star } from './star.ts';

const f = make_format('id');

/** Pesanan tak terlayani yang dibicarakan sebuah kalimat. */
function of_the_lost(v: { lost: number; lost_to_this: number }): string {
  if (v.lost === 1) return 'satu-satunya pesanan yang tidak terlayani';
  if (v.lost_to_this === v.lost) return `semua ${f.count(v.lost)} pesanan yang tidak terlayani`;
  return `${f.count(v.lost_to_this)} dari ${f.count(v.lost)} pesanan yang tidak terlayani`;
}

function paces(v: { lost_us_per_token: number; pace_allowed_us: number }): string {
  if (v.lost_us_per_token === 0) return '';
  return `; satu token perlu ${f.milliseconds(v.lost_us_per_token, 0)}, padahal sabar mereka ${f.milliseconds(v.pace_allowed_us, 0)} per token`;
}

export const debrief: typeof english = {
  heading: 'Hasilnya',
  passed: 'Lulus',
  failed: 'Belum lulus',
  served: (v) => `dari ${f.count(v.orders)} pesanan terlayani tepat waktu`,
  goal: (v) => `target: ${f.percent(v.pass_percent)}`,

  star,

  number: {
    longest: 'Paling lama di dapur',
    longest_served: (v) => `pesanan ${f.count(v.order)}, terlayani`,
    longest_lost: (v) => `pesanan ${f.count(v.order)}, tidak terlayani: ${v.cause}`,
    median: 'Separuh yang terlayani selesai dalam',
    busy: 'Dimasak sekaligus, rata-rata',
    busy_peak: (v) => `paling banyak ${f.count(v.peak)}`,
    nothing: 'tidak ada',
  },

  saved: {
    cheaper: (v) =>
      `**Satu token hanya makan ${f.milliseconds(v.run_us_per_token)} waktu GPU, ${f.factor(v.factor)} lebih murah:** kalau dimasak sendirian, perlu ${f.milliseconds(v.alone_us_per_token)}. Rata-rata ${f.decimal(v.slots_busy, 1)} pesanan berbagi satu langkah.`,
    dearer: (v) =>
      `**Satu token makan ${f.milliseconds(v.run_us_per_token)} waktu GPU, ${f.factor(v.factor)} dari kalau sendirian,** yaitu ${f.milliseconds(v.alone_us_per_token)}: rata-rata ${f.decimal(v.slots_busy, 1)} pesanan per langkah tidak cukup menutup sisa kerjanya.`,
    same: (v) =>
      `**Satu token makan ${f.milliseconds(v.run_us_per_token)} waktu GPU, sama saja seperti sendirian:** rata-rata ${f.decimal(v.slots_busy, 1)} pesanan per langkah, hampir tidak ada yang dibagi.`,
    nothing: 'Tidak ada satu token pun yang jadi.',
  },

  verdict_heading: 'Yang menahanmu kali ini',
  verdict_heading_passed: 'Yang masih mengganjal',
  verdict: {
    nothing_lost: {
      passed: (v) =>
        `**Tidak ada yang menahanmu:** semua pesanan terlayani, rata-rata ${f.decimal(v.slots_busy, 1)} dimasak sekaligus.`,
    },
    no_free_slot: {
      passed: (v) =>
        v.lost === 1
          ? `**Kamu berhasil mengimbangi.** Satu-satunya pesanan yang tidak terlayani terlalu lama menunggu kompor: selama ${f.seconds(v.hold_ms)} semuanya terpakai.`
          : `**Kamu berhasil mengimbangi.** Yang tidak terlayani kebanyakan karena kurang kompor: ${of_the_lost(v)} terlalu lama menunggu giliran, dan selama ${f.seconds(v.hold_ms)} semua kompor terpakai.`,
      failed: (v) =>
        `**Tidak ada kompor kosong:** selama ${f.seconds(v.hold_ms)} semuanya terpakai, dan ${of_the_lost(v)} terlalu lama menunggu giliran.`,
    },
    static_batch: {
      passed: (v) =>
        `**Kamu lulus walau ada kompor dingin:** selama ${f.seconds(v.hold_ms)}, rata-rata ${f.decimal(v.slots_cold, 1)} kompor kosong sampai batch-nya habis, dan ${of_the_lost(v)} terlalu lama menunggu di sebelahnya.`,
      failed: (v) =>
        `**Kompor dingin di sebelah antrean:** selama ${f.seconds(v.hold_ms)}, rata-rata ${f.decimal(v.slots_cold, 1)} kompor kosong sampai pesanan terpanjang di batch-nya rampung, dan ${of_the_lost(v)} terlalu lama menunggu itu.`,
    },
    memory_full: {
      passed: (v) =>
        `**Kamu lulus dengan memori di batasnya:** selama ${f.seconds(v.hold_ms)} KV cache baru tidak muat, dan ${of_the_lost(v)} terlalu lama menunggu tempat.`,
      failed: (v) =>
        `**Memori penuh:** selama ${f.seconds(v.hold_ms)} ada kompor kosong tetapi KV cache baru tidak muat, dan ${of_the_lost(v)} terlalu lama menunggu tempat` +
        (v.preemptions > 0
          ? `; ${f.count(v.preemptions)} kali pesanan harus balik ke antrean.`
          : '.'),
    },
    step_too_slow: {
      passed: (v) =>
        `**Kamu berhasil mengimbangi, tapi mepet:** ${of_the_lost(v)} sudah di kompor saat sabarnya habis${paces(v)}.`,
      failed: (v) =>
        `**Langkah terlalu lambat:** ${of_the_lost(v)} sudah di kompor saat sabarnya habis${paces(v)}. Makin banyak pesanan yang berbagi, makin panjang langkahnya.`,
    },
    recompute: {
      passed: (v) =>
        `**Kamu lulus sambil banyak menghitung ulang:** ${f.share(v.prefill_permille, 1000)} waktu GPU habis untuk konteks yang tidak ada di cache, dan ${of_the_lost(v)} habis sabarnya saat menunggu kompor atau sudah di kompor.`,
      failed: (v) =>
        `**Token yang sama dihitung berulang-ulang:** ${f.share(v.prefill_permille, 1000)} waktu GPU habis untuk konteks yang tidak ada di cache, dan ${of_the_lost(v)} habis sabarnya saat menunggu kompor atau sudah di kompor.`,
    },
    too_late: {
      passed: (v) =>
        `**Hanya kalah cepat dari jam:** ${of_the_lost(v)} belum terlayani waktu shift berakhir.`,
      failed: (v) => `**Waktunya habis:** ${of_the_lost(v)} belum terlayani waktu shift berakhir.`,
    },
  },
  recomputed: (v) =>
    `${f.share(v.prefill_permille, 1000)} waktu GPU habis untuk konteks yang tidak ada di cache.`,
  could: {
    never: (v) =>
      `Berapa pun kompornya, ${v.setting} tidak akan lulus: paling bagus ${f.share(v.served, v.orders)} terlayani.`,
    with_slots: (v) => `Dengan ${v.setting}, ${v.ranges} sekaligus akan lulus.`,
    slots_only: (v) => `Dengan ${v.ranges} sekaligus, shift ini lulus.`,
  },
  before_change: (v) =>
    v.lost_before === v.lost
      ? `Semuanya sebelum perubahan terakhirmu di detik ${f.count(Math.round(v.at_ms / 1000))}.`
      : `${f.count(v.lost_before)} dari ${f.count(v.lost)} tidak terlayani sebelum perubahan terakhirmu di detik ${f.count(Math.round(v.at_ms / 1000))}.`,

  causes: {
    heading: 'Kenapa pesanan tidak terlayani',
    none: 'Semua terlayani.',
    count: (v) => `${f.count(v.lost)} pesanan tidak terlayani`,
    why: {
      no_free_slot: 'Terlalu lama menunggu: semua kompor terpakai.',
      static_batch: 'Terlalu lama menunggu: ada kompor kosong, tapi batch-nya belum habis.',
      memory_full: 'Terlalu lama menunggu: KV cache baru tidak muat.',
      step_too_slow: 'Sudah dimasak, tapi tiap langkah terlalu lama.',
      unfinished: 'Masih di dapur waktu shift berakhir.',
    },
  },

  curve: {
    heading: 'Rombongan yang sama, semua pilihan',
    computing: (v) =>
      `Memainkan shift ini dengan semua pilihan: ${f.count(v.done)} dari ${f.count(v.of)}`,
    computed: (v) => `Rombongan ini, dimainkan ulang dengan ${f.count(v.settings)} pilihan`,
    axis_slots: 'pesanan sekaligus (slot)',
    passing: (v) => `lulus mulai ${f.percent(v.pass_percent)}`,
    average: (v) => `batas rata-rata ${f.decimal(v.slots, 1)}`,
    you: (v) => `kamu: ${v.slots}`,
    changed: (v) => `pindah di detik ${f.count(Math.round(v.at_ms / 1000))}`,
    changed_last: (v) => `terakhir pindah di detik ${f.count(Math.round(v.at_ms / 1000))}`,
    yours: 'kamu',
    pick: 'Lihat jumlah slot lain',
    pick_hint: 'Geser di atas kurva untuk melihat pilihan lain.',
    picked: (v) => `Dengan ${f.count(v.slots)} sekaligus`,
    column: {
      setting: 'Pilihan',
      slots: 'Sekaligus',
      served: 'Terlayani',
      quick: (v) => `${f.percent(v.par_percent)} selesai dalam`,
      preemptions: 'Balik antre',
    },
    passes: 'lulus',
    fails: 'tidak lulus',
    ranges_heading: 'Yang lulus',
    range: (v) =>
      v.from === v.to ? f.count(v.from) : `${f.count(v.from)} sampai ${f.count(v.to)}`,
    range_of: (v) => `${v.setting}: ${v.ranges} sekaligus`,
    range_only: (v) => `Shift ini lulus dengan ${v.ranges} sekaligus.`,
    range_nothing_else: 'Selain itu tidak.',
    range_nothing: 'Tidak ada pengaturan tetap, dari awal sampai akhir, yang meluluskan shift ini.',
    table: 'Semua angka dalam tabel',
    error: 'Pilihan lain tidak bisa dimainkan ulang.',
  },

  timeline: {
    heading: (v) => `${f.count(v.duration_ms / 1000)} detikmu`,
    busy: 'sedang dimasak',
    limit: 'batas yang kamu pasang',
    queue: 'menunggu di antrean',
    lost: 'tidak terlayani',
    change: 'perubahanmu',
    at: (v) => `detik ${f.count(Math.round(v.at_ms / 1000))}`,
    tick: (v) => f.seconds(v.at_ms, 0),
    change_slots: (v) => `${f.count(v.from)} → ${f.count(v.to)} sekaligus`,
    change_from_to: (v) => `${v.from} → ${v.to}`,
    settings_heading: 'Yang dipasang, dan kapan',
    start: 'Awal',
    changes_none: 'Pengaturannya tetap sama dari awal sampai akhir.',
    summary: (v) =>
      `Paling banyak ${f.count(v.running_peak)} dimasak dan ${f.count(v.waiting_peak)} menunggu; ${f.count(v.lost)} tidak terlayani. Angkanya ada di tabel di bawah.`,
    scrub: 'Lihat satu saat',
    moment: (v) =>
      `${f.seconds(v.at_ms)}: ${f.count(v.running)} dimasak, ${f.count(v.waiting)} menunggu, ${f.count(v.served)} terlayani, ${f.count(v.lost)} tidak terlayani`,
    table: 'Garis waktu dalam tabel',
    column: {
      at: 'Waktu',
      busy: 'Dimasak',
      queue: 'Menunggu',
      served: 'Terlayani',
      lost: 'Tidak terlayani',
    },
  },

  moment: {
    play: (v) => `Putar ulang ${f.count(v.speed)}× lebih cepat`,
    pause: 'Jeda',
    at: (v) => `Detik ke-${f.decimal(v.at_ms / 1000, 1)}`,
    cooking: 'Sedang dimasak',
    of_slots: (v) => `${f.count(v.running)} dari ${f.count(v.slots)}`,
    waiting: 'Di antrean',
    served: 'Sudah terlayani',
    lost: 'Tidak terlayani',
    step: 'Langkah decode ini',
    idle: 'tidak ada yang dimasak',
    memory: 'Memori GPU',
  },

  explain_heading: 'Yang baru saja kamu lihat',
  explain_real: 'Di GPU sungguhan',

  next: (v) => `Lanjut: ${v.shift}`,
  mine: 'Main sendiri dengan rombongan ini',
  again: 'Main lagi',
  copy_link: 'Salin tautan',
  link_copied: 'Tautan tersalin',
  link_note: 'Tautan ini memutar ulang permainan yang sama persis, di mana pun.',
};
