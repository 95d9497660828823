import type { offline as english } from '../en/offline.ts';

export const offline: typeof english = {
  update: {
    ready: 'Ada versi baru dapur ini. Kemajuanmu tetap tersimpan.',
    take: 'Muat sekarang',
    later: 'Nanti saja',
  },
  heading: 'Tanpa internet',
  kept: 'Seluruh dapur sudah tersimpan di perangkat ini, jadi bisa dibuka tanpa internet.',
  not_kept:
    'Belum tersimpan di perangkat ini. Tunggu sebentar selagi online, atau periksa apakah browser mengizinkan halaman menyimpan data.',
  install: 'Pasang sebagai aplikasi',
  install_how:
    'Untuk memasangnya, buka menu browser lalu pilih “Instal” atau “Tambahkan ke layar utama”.',
};
