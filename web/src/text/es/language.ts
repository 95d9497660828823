import type { LanguageFacts } from '../language.ts';

export const language: LanguageFacts = {
  name: 'Español',
  unloaded: 'No se pudo cargar la página. Revisa tu conexión y vuelve a cargarla.',
  load_again: 'Volver a cargar',
  no_script: 'LLM Kitchen necesita JavaScript, y este navegador lo tiene desactivado.',
};
