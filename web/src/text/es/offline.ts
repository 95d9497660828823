import type { offline as english } from '../en/offline.ts';

export const offline: typeof english = {
  update: {
    ready: 'Hay una versión nueva de la cocina. Tu progreso se conserva.',
    take: 'Cargarla',
    later: 'Más tarde',
  },
  heading: 'Sin conexión',
  kept: 'Toda la cocina está guardada en este dispositivo: también se abre sin conexión.',
  not_kept:
    'Aún no está guardada en este dispositivo. Espera un momento con conexión, o mira si el navegador deja que las páginas guarden datos.',
  install: 'Instalar como aplicación',
  install_how:
    'Para instalarla, busca en el menú del navegador «Instalar» o «Añadir a pantalla de inicio».',
};
