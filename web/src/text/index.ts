export { current_language, format, load_rest, set_language, text } from './i18n.svelte.ts';
export { language_names, languages } from './languages.ts';
export { bold_parts, plain } from './bold.ts';
export type { Format } from './format.ts';
export type { Language } from './language.ts';
export type { Text } from './en/index.ts';
