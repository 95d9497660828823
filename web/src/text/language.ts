/** A language's tag, which is its folder's name as well: "en", "pt-BR". Intl takes it as a locale. */
export type Language = string;

/** What must be known of a language before its texts are loaded, or when they can't be. */
export interface LanguageFacts {
  /** What the language calls itself. */
  name: string;
  /** Other tags that browsers have for it. */
  also?: readonly string[];
  /** Said where the page didn't arrive, with the button that tries again. */
  unloaded: string;
  load_again: string;
  /** Said where scripts are switched off. */
  no_script: string;
}

export type KnownLanguages = Readonly<Record<Language, Pick<LanguageFacts, 'also'>>>;

/** For those whose language there isn't. Every other one takes its keys and placeholders. */
export const first_of_all: Language = 'en';

export function is_language(
  known: KnownLanguages,
  value: string | null | undefined,
): value is Language {
  return typeof value === 'string' && Object.hasOwn(known, value);
}

/** The known language that a browser's tag ("es-419") stands for. */
function language_of_tag(known: KnownLanguages, tag: string): Language | undefined {
  const wanted = tag.toLowerCase();
  const named = (name: string): Language | undefined =>
    Object.keys(known).find(
      (language) =>
        language.toLowerCase() === name || known[language]?.also?.some((other) => other === name),
    );
  return named(wanted) ?? named(wanted.split('-')[0] ?? '');
}

/**
 * The language to begin with: the address (`?lang=id`), else the choice kept from an earlier visit,
 * else the first of the browser's languages that there is, else English.
 */
export function choose_language(
  known: KnownLanguages,
  search: string,
  saved: string | null,
  preferred: readonly string[],
): Language {
  const asked = new URLSearchParams(search).get('lang');
  if (is_language(known, asked)) return asked;
  if (is_language(known, saved)) return saved;
  for (const tag of preferred) {
    const language = language_of_tag(known, tag);
    if (language !== undefined) return language;
  }
  return first_of_all;
}
