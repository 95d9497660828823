import type { settings as english } from '../en/settings.ts';

export const settings: typeof english = {
  motion: 'Gerak',
  motions: { system: 'Ikut sistem', reduced: 'Dikurangi' },
  sound: 'Suara',
  sound_failed: 'Suara gagal dimuat. Nyalakan lagi setelah tersambung ke internet.',
};
