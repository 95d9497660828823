export { current_language, format, set_language, text } from './i18n.svelte.ts';
export { choose_language, is_language, language_names, languages } from './language.ts';
export { bold_parts, type BoldPart } from './bold.ts';
export type { Format, Language } from './format.ts';
export type { Text } from './en/index.ts';
