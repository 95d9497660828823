// Makes the built page paint from its first response: the style sheet goes into index.html, and a
// tiny script that picks theme and language before the first paint. Both are let in by their hash,
// so the policy needs no 'unsafe-inline'. The whole policy is written to content-security-policy.txt
// for the server to send; a static host has it from the <meta>.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

const hash_of = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export function security_policy(script_hash: string, style_hash: string): string {
  return [
    `default-src 'none'`,
    `script-src 'self' 'wasm-unsafe-eval' ${script_hash}`,
    `style-src 'self' ${style_hash}`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
}

/** The chunks to fetch early for each language: { en: ['./assets/…js'] }. */
function language_chunks(bundle: Bundle): Record<string, string[]> {
  const chunks: Record<string, string[]> = {};
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== 'chunk') continue;
    const language = /\/src\/text\/([\w-]+)\/index\.ts$/.exec(chunk.facadeModuleId ?? '')?.[1];
    if (!language || !chunk.isDynamicEntry) continue;
    chunks[language] = [chunk.fileName, ...chunk.imports].map((name) => `./${name}`);
  }
  if (Object.keys(chunks).length === 0) throw new Error('first_paint: no language chunk found');
  return chunks;
}

async function boot_script(root: string, chunks: Record<string, string[]>): Promise<string> {
  const [result] = (await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    define: { LANGUAGE_CHUNKS: JSON.stringify(chunks) },
    build: {
      write: false,
      target: 'es2020',
      lib: { entry: join(root, 'src/boot.ts'), formats: ['iife'], name: 'boot' },
    },
  })) as Rolldown.RolldownOutput[];
  const chunk = result?.output[0];
  if (!chunk) throw new Error('first_paint: the boot script is empty');
  return chunk.code.trim();
}

/** Takes the style sheets of the first screen out of the bundle; those of later parts stay. */
function take_styles(bundle: Bundle, entry: Rolldown.OutputChunk): string {
  let styles = '';
  for (const name of entry.viteMetadata?.importedCss ?? []) {
    const asset = bundle[name];
    if (asset?.type !== 'asset') continue;
    // Addresses were relative to the sheet; now they are relative to index.html.
    styles += String(asset.source).replaceAll('url(./', 'url(./assets/').trim();
    delete bundle[name];
  }
  if (!styles) throw new Error('first_paint: no style sheet found');
  return styles;
}

export function inline_first_paint(): Plugin {
  let root = '';
  return {
    name: 'first-paint',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root;
    },
    // Vite still changes the entry in this very hook: this comes after it.
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') return; // the boot script's own build
        const boot = await boot_script(root, language_chunks(bundle));
        const entry = Object.values(bundle).find(
          (chunk) => chunk.type === 'chunk' && chunk.isEntry,
        );
        if (entry?.type !== 'chunk') throw new Error('first_paint: no entry found');
        const styles = take_styles(bundle, entry);
        const engine = Object.keys(bundle).find((name) => name.endsWith('.wasm'));
        if (!engine) throw new Error('first_paint: the engine is not in the bundle');
        // Compile all of it while it loads, off the main thread: nearly all of it is run at once. Left
        // out, functions are read over first and compiled one by one later.
        entry.code = `//# allFunctionsCalledOnLoad\n${entry.code}`;
        const policy = security_policy(hash_of(boot), hash_of(styles));
        page.source = String(page.source)
          .replace(/\s*<link rel="stylesheet"[^>]*>/g, '')
          .replace(
            '<!--policy-->',
            () => `<meta http-equiv="Content-Security-Policy" content="${policy}" />`,
          )
          .replace(
            /\s*<(?:script type="module"|link rel="modulepreload")[^>]*>(?:<\/script>)?/g,
            '',
          )
          .replace(
            '<!--early-->',
            () =>
              // First of all, so that they are on their way while the rest of this file is read.
              `<script type="module" crossorigin src="./${entry.fileName}"></script>\n    ` +
              entry.imports
                .map((name) => `<link rel="modulepreload" crossorigin href="./${name}" />\n    `)
                .join('') +
              `<link rel="preload" as="fetch" type="application/wasm" crossorigin href="./${engine}" />`,
          )
          .replace('<!--boot-->', () => `<script>${boot}</script>`)
          .replace('<!--styles-->', () => `<style>${styles}</style>`);
        for (const part of [policy, boot, styles]) {
          if (!page.source.includes(part))
            throw new Error('first_paint: index.html lacks a place for a part');
        }
        this.emitFile({
          type: 'asset',
          fileName: 'content-security-policy.txt',
          source: `${policy}; frame-ancestors *`,
        });
      },
    },
  };
}
