import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { subset_fonts } from './tools/fonts.mjs';
import { inline_first_paint } from './tools/first_paint.mjs';

const here = import.meta.dirname;
const engine = resolve(here, process.env.LK_WASM ?? '../build/wasm/kitchen.wasm');
if (!existsSync(engine)) {
  throw new Error(`${engine} is missing: build the engine first (./dev wasm), or set LK_WASM`);
}
const fonts = await subset_fonts();

export default defineConfig({
  root: here,
  base: './',
  publicDir: 'public',
  resolve: { alias: { '@fonts': fonts, '@engine/kitchen.wasm': engine } },
  plugins: [svelte(), inline_first_paint()],
  server: { fs: { allow: [here, dirname(engine)] } },
  build: {
    outDir: 'dist',
    target: ['chrome123', 'firefox120', 'safari17.5'], // the first with light-dark()
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
