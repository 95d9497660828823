// Puts into the built page what Intl says of each language's numbers (src/text/signs.ts).
import type { Plugin } from 'vite';
import { signs_of } from '../src/text/signs.ts';
import { languages } from './languages.ts';

export function number_signs(): Plugin {
  return {
    name: 'number-signs',
    apply: 'build',
    transform: {
      filter: { id: /src\/text\/signs\.ts$/ },
      handler() {
        const known = Object.fromEntries(
          languages.map((language) => [language, signs_of(language)]),
        );
        return `const known = ${JSON.stringify(known)};
export const signs_of = (language) => known[language];`;
      },
    },
  };
}
