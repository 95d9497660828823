import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';
import type { Facts } from './src/text/facts_of.ts';
import { read_facts } from './tools/facts.ts';
import { subset_fonts } from './tools/fonts.ts';
import { inline_first_paint } from './tools/first_paint.ts';
import { head, read_site } from './tools/head.ts';
import { say_no_script } from './tools/languages.ts';
import { offline } from './tools/offline.ts';
import { pictures } from './tools/pictures.ts';
import { cheat_sheet } from './tools/sheet.ts';
import { number_signs } from './tools/signs.ts';

const here = import.meta.dirname;
const engine = resolve(here, process.env.LK_WASM ?? '../build/wasm/kitchen.wasm');
const fonts = await subset_fonts();
const site = read_site();

let facts_read: Promise<Facts> | undefined;
/** The engine's own numbers, read when they are first asked for. */
const facts = (): Promise<Facts> => (facts_read ??= read_facts(engine));

/** Puts the engine's own numbers into src/text/facts.ts. */
function engine_facts(): Plugin {
  return {
    name: 'engine-facts',
    buildStart() {
      if (!existsSync(engine)) {
        this.error(`${engine} is missing: build the engine first (./dev wasm), or set LK_WASM`);
      }
    },
    transform: {
      filter: { id: /src\/text\/facts\.ts$/ },
      async handler(code) {
        return code.replace('= KITCHEN_FACTS', `= ${JSON.stringify(await facts())}`);
      },
    },
  };
}

export default defineConfig({
  root: here,
  base: './',
  publicDir: 'public',
  resolve: {
    alias: [
      { find: '@fonts', replacement: fonts },
      { find: /^@engine\/kitchen\.wasm/, replacement: engine },
    ],
  },
  plugins: [
    engine_facts(),
    number_signs(),
    svelte(),
    say_no_script(),
    head(site),
    pictures(facts),
    cheat_sheet(facts, site),
    inline_first_paint(),
    offline(),
  ],
  server: { fs: { allow: [here, dirname(engine)] } },
  build: {
    outDir: 'dist',
    target: ['chrome123', 'firefox120', 'safari17.5'], // the first with light-dark()
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // By its language, as the budget knows them: tools/compress.ts.
        chunkFileNames: ({ facadeModuleId }) => {
          const [, language, part] =
            /\/src\/text\/([\w-]+)\/(first|rest)\.ts$/.exec(facadeModuleId ?? '') ?? [];
          if (!language) return 'assets/[name]-[hash].js';
          return `assets/${language}-${part === 'rest' ? 'rest-' : ''}[hash].js`;
        },
        // All that the first screen needs in one piece, shared with later parts or not, and what only
        // the languages share in another: with the engine and a language's two that is five requests. A
        // browser sends six at a time; more wait for the answers to those.
        codeSplitting: {
          groups: [
            { name: 'kitchen', tags: ['$initial'] },
            { name: 'words', test: /src\/text\/(?:real|plural)\.ts$/ },
            // What both parts of a language read, by its language's name too.
            {
              name: (id) => `${/\/text\/([\w-]+)\/\w+\.ts$/.exec(id)?.[1]}-both`,
              test: /src\/text\/[\w-]+\/(?:star|bits)\.ts$/,
            },
          ],
        },
      },
    },
  },
});
