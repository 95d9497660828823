// The cheat sheet: a page of its own for each language, without a script, that prints on one page.
// Words and numbers are those of the game.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { key_rows } from '../src/state/key_rows.ts';
import { bold_parts } from '../src/text/bold.ts';
import type { Text } from '../src/text/en/index.ts';
import type { Sheet } from '../src/text/en/sheet.ts';
import type { Facts } from '../src/text/facts_of.ts';
import { make_format } from '../src/text/format.ts';
import type { Language } from '../src/text/language.ts';
import { sheet_file } from './files.ts';
import { head_tags, type Tag } from './head.ts';
import { escaped, facts_of_language, languages, read_in } from './languages.ts';

const here = import.meta.dirname;
const base = join(here, '../src/view/base');

/** Text with `**bold**`, as HTML. */
const rich = (words: string): string =>
  bold_parts(words)
    .map((part) => (part.bold ? `<strong>${escaped(part.words)}</strong>` : escaped(part.words)))
    .join('');

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table>${head.length > 0 ? `<thead><tr>${head.map((cell) => `<th scope="col">${escaped(cell)}</th>`).join('')}</tr></thead>` : ''}<tbody>` +
  rows
    .map(
      ([first = '', ...rest]) =>
        `<tr><th scope="row">${escaped(first)}</th>${rest.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`,
    )
    .join('') +
  '</tbody></table>';

const section = (name: string, heading: string, body: string): string =>
  `<section class="${name}"><h2>${escaped(heading)}</h2>${body}</section>`;

/** A step with so many requests, each with one token of context: every one more adds the same. */
function step_us(facts: Facts, requests: number): number {
  const at = (count: number): number => facts.alone_us + (count - 1) * facts.one_more_us;
  const example = at(facts.example_slots) / facts.example_slots;
  if (Math.abs(example - facts.together_us) > 0.01 * example) {
    throw new Error('the cheat sheet takes each request for equally dear, and the engine does not');
  }
  return at(requests);
}

function law(facts: Facts, { law: words }: Sheet, language: Language): string {
  const format = make_format(language);
  const batch = [1, 4, 16, 64];
  const rows = batch.map((requests) => {
    const us = step_us(facts, requests);
    return [
      format.count(requests),
      format.milliseconds(us),
      format.milliseconds(us / requests),
      format.count(Math.floor((requests * 1e6) / us)),
    ];
  });
  const shown = facts.example_slots;
  const width = 600;
  const weights = (width * facts.weights_us) / step_us(facts, shown);
  const each = (width - weights) / shown;
  const bars = Array.from(
    { length: shown },
    (_, place) =>
      `<rect class="requests" x="${(weights + place * each + 1.5).toFixed(1)}" width="${(each - 1.5).toFixed(1)}" height="26" rx="2"/>`,
  ).join('');
  const { step, weights: read, requests, kv, prefill } = words.parts;
  return section(
    'law',
    words.heading,
    `<div><p class="line">${rich(words.line)}</p>` +
      `<svg viewBox="0 0 ${width} 26" aria-hidden="true"><rect class="weights" width="${weights.toFixed(1)}" height="26" rx="6"/>${bars}</svg>` +
      `<p class="formula">${escaped(step)} = <b class="weights">${escaped(read)}</b> + <b class="requests">${escaped(requests)}</b> + <b class="kv">${escaped(kv)}</b> + <b class="prefill">${escaped(prefill)}</b></p></div>` +
      `<div><h3>${escaped(words.together)}</h3>` +
      table([words.column.slots, words.column.step, words.column.token, words.column.rate], rows) +
      '</div>',
  );
}

function levers({ common }: Text, { levers: words }: Sheet): string {
  const rows = (['slots', 'batching', 'kv_cache', 'weight_bits'] as const).map((lever) => [
    common.lever[lever],
    words[lever],
  ]);
  return section('levers', words.heading, table([], rows));
}

function lost({ common }: Text, { lost: words }: Sheet): string {
  const causes = ['no_free_slot', 'static_batch', 'memory_full', 'step_too_slow'] as const;
  return section(
    'lost',
    words.heading,
    table(
      [],
      causes.map((cause) => [common.cause[cause], words[cause]]),
    ),
  );
}

function real({ learn }: Text, facts: Facts): string {
  const { heading, scaled, column, row, example } = learn.scale;
  const rows = Object.values(row).map(({ what, game, real }) => [what, game(facts), real()]);
  return section(
    'real',
    heading,
    `${table([column.what, column.game, column.real], rows)}<p class="small">${escaped(scaled(facts))} ${escaped(example())}</p>`,
  );
}

function questions({ learn }: Text, facts: Facts): string {
  const asked = (['batching', 'continuous', 'kv_cache', 'quantise'] as const).map((name) => {
    const { question, answer } = learn.faq[name];
    return `<div><h3>${escaped(question)}</h3><p>${rich(answer(facts))}</p></div>`;
  });
  return section('questions', learn.faq.heading, `<div>${asked.join('')}</div>`);
}

function keys(words: Text, sheet: Sheet): string {
  const rows = key_rows(words).map(
    ({ key, does }) => `<div><dt><kbd>${escaped(key)}</kbd></dt><dd>${escaped(does)}</dd></div>`,
  );
  return section('keys', sheet.keys, `<dl>${rows.join('')}</dl>`);
}

const tag_html = ([name, attributes]: Tag): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(value).replaceAll('"', '&quot;')}"`)
    .join('')} />`;

/** Addresses of what a sheet loads. */
interface Loads {
  style: string;
  fonts: string[];
}

/** A language's sheet as HTML. */
export async function sheet_html(
  language: Language,
  facts: Facts,
  site: URL | null,
  { style, fonts }: Loads,
): Promise<string> {
  const { words } = await read_in<{ words: Text }>(language, 'index.ts');
  const { sheet } = await read_in<{ sheet: Sheet }>(language, 'sheet.ts');
  const tags = await head_tags(site, {
    language,
    path: sheet_file(language),
    path_in: sheet_file,
  });
  const others = await Promise.all(
    languages.map(async (other) => {
      const { name } = await facts_of_language(other);
      return other === language
        ? `<b>${escaped(name)}</b>`
        : `<a href="./${sheet_file(other)}" lang="${other}" hreflang="${other}">${escaped(name)}</a>`;
    }),
  );
  return `<!doctype html>
<html lang="${language}" data-fonts>
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>LLM Kitchen · ${escaped(sheet.title)}</title>
${tags.map(tag_html).join('\n')}
<link rel="icon" type="image/svg+xml" href="./icon.svg" />
${fonts.map((font) => tag_html(['link', { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: font }])).join('\n')}
<link rel="stylesheet" href="./${style}" />
</head>
<body>
<nav class="screen"><a href="./?lang=${language}">${escaped(sheet.back)}</a><span>${others.join(' ')}</span>
<p>${escaped(sheet.paper)}</p></nav>
<main>
<header><h1>LLM <span>Kitchen</span></h1><p>${escaped(sheet.title)}</p>${site ? `<p class="site">${escaped(site.host + site.pathname.replace(/\/$/, ''))}</p>` : ''}</header>
${law(facts, sheet, language)}
${levers(words, sheet)}
${lost(words, sheet)}
${keys(words, sheet)}
${questions(words, facts)}
${real(words, facts)}
</main>
</body>
</html>
`;
}

/** The fonts of the page, as it has them. */
function font_faces(): string[] {
  const faces = readFileSync(join(base, 'global.css'), 'utf8').match(/@font-face \{[^}]*\}/g);
  if (!faces) throw new Error('global.css has no @font-face');
  return faces;
}

const font_address = /url\('@fonts\/([\w.]+)'\)/;

const font_files = (): string[] => font_faces().map((face) => font_address.exec(face)?.[1] ?? '');

/**
 * The style sheet, with the page's own colours and fonts. `fonts` gives the address of a font file. One
 * that isn't there for the first picture is left out: read text must not move, and whoever comes from
 * the game has them.
 */
export function sheet_style(fonts: (file: string) => string): string {
  return [
    ...font_faces().map((face) =>
      face
        .replace(font_address, (_, file: string) => `url('${fonts(file)}')`)
        .replace('font-display: swap', 'font-display: optional'),
    ),
    readFileSync(join(base, 'tokens.css'), 'utf8'),
    readFileSync(join(here, 'sheet.css'), 'utf8'),
  ]
    .join('\n')
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\s+/g, ' ');
}

function font_in(bundle: Rolldown.OutputBundle, file: string): string {
  const [name, ending] = file.split('.');
  const found = Object.keys(bundle).find((one) =>
    new RegExp(`^assets/${name}-[\\w-]{8}\\.${ending}$`).test(one),
  );
  if (!found) throw new Error(`the cheat sheet needs ${file}, which is not in the bundle`);
  return `./${found.replace('assets/', '')}`;
}

export function cheat_sheet(facts: () => Promise<Facts>, site: URL | null): Plugin {
  return {
    name: 'cheat-sheet',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1);
        const language = languages.find((one) => sheet_file(one) === path);
        if (path === 'sheet.css') {
          response.setHeader('Content-Type', 'text/css');
          response.end(sheet_style((file) => `/@fonts/${file}`));
        } else if (language === undefined) next();
        else {
          const loads = {
            style: 'sheet.css',
            fonts: font_files().map((file) => `/@fonts/${file}`),
          };
          void facts()
            .then((found) => sheet_html(language, found, site, loads))
            .then((html) => response.setHeader('Content-Type', 'text/html').end(html), next);
        }
      });
    },
    async generateBundle(_, bundle) {
      const style = this.getFileName(
        this.emitFile({
          type: 'asset',
          name: 'sheet.css',
          source: sheet_style((file) => font_in(bundle, file)),
        }),
      );
      // Addresses in the style sheet are relative to that.
      const fonts = font_files().map((file) => font_in(bundle, file).replace('./', './assets/'));
      for (const language of languages) {
        this.emitFile({
          type: 'asset',
          fileName: sheet_file(language),
          source: await sheet_html(language, await facts(), site, { style, fonts }),
        });
      }
    },
  };
}
