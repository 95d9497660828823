import type { LanguageFacts } from '../language.ts';

export const language: LanguageFacts = {
  name: 'English',
  unloaded: 'The page could not be loaded. Check your connection, then load it again.',
  load_again: 'Load again',
  no_script: 'LLM Kitchen needs JavaScript, which is switched off in this browser.',
};
