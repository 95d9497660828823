// What the files are called that a page names before they are made.
import type { Language } from '../src/text/language.ts';

/** The picture that a link in this language brings along. */
export const share_file = (language: Language): string => `share.${language}.png`;

export const sheet_file = (language: Language): string => `cheat-sheet.${language}.html`;
