import type { settings as english } from '../en/settings.ts';

export const settings: typeof english = {
  motion: 'Movimiento',
  motions: { system: 'Como el sistema', reduced: 'Menos' },
  sound: 'Sonidos',
  sound_failed: 'No se pudieron cargar los sonidos. Actívalos otra vez cuando haya conexión.',
};
