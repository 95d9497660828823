// Makes the built page paint from its first response, and need but one more: the style sheet goes into
// index.html, a tiny script that picks theme and language before the first paint, and, behind all that
// is painted, the page's own script. All are let in by their hash, so the policy needs no 'unsafe-inline'.
// The whole policy is written to content-security-policy.txt for the server to send; a static host has it
// from the <meta>. So with what is fetched early: it stands in index.html, and in early-links.txt as the
// header by which it is asked for before that is read.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { handed_over, inline_entry } from './inline_entry.ts';

type Bundle = Rolldown.OutputBundle;

const hash_of = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export function security_policy(scripts: readonly string[], style: string): string {
  return [
    `default-src 'none'`,
    `script-src 'self' 'wasm-unsafe-eval' ${scripts.map(hash_of).join(' ')}`,
    `style-src 'self' ${hash_of(style)}`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
}

/** What is fetched early: a relation, its file and its attributes. */
type Early = [rel: 'modulepreload' | 'preload', file: string, attributes: Record<string, string>];

const as_tag = ([rel, file, attributes]: Early): string =>
  `<link rel="${rel}" crossorigin ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${value}" `)
    .join('')}href="./${file}" />`;

/** As RFC 8288 has it. */
const as_link = ([rel, file, attributes]: Early): string =>
  [`<./${file}>`, `rel=${rel}`, 'crossorigin']
    .concat(Object.entries(attributes).map(([name, value]) => `${name}="${value}"`))
    .join('; ');

/** The chunks to fetch early for each language, the entry apart: { en: ['./assets/…js'] }. */
function language_chunks(bundle: Bundle, entry: string): Record<string, string[]> {
  const chunks: Record<string, string[]> = {};
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== 'chunk') continue;
    const language = /\/src\/text\/([\w-]+)\/first\.ts$/.exec(chunk.facadeModuleId ?? '')?.[1];
    if (!language || !chunk.isDynamicEntry) continue;
    const names = [chunk.fileName, ...chunk.imports.filter((name) => name !== entry)];
    chunks[language] = names.map((name) => `./${name}`);
  }
  if (Object.keys(chunks).length === 0) throw new Error('first_paint: no language chunk found');
  return chunks;
}

async function boot_script(
  root: string,
  chunks: Record<string, string[]>,
  engine: string,
): Promise<string> {
  const [result] = (await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    define: { LANGUAGE_CHUNKS: JSON.stringify(chunks), ENGINE: JSON.stringify(`./${engine}`) },
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
    // What lies at the entry's address is not what was built: a name kept from before must not fit it.
    augmentChunkHash: ({ isEntry }) => (isEntry ? handed_over : undefined),
    // Vite still changes the entry in this very hook: this comes after it.
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') return; // the boot script's own build
        const entry = Object.values(bundle).find(
          (chunk) => chunk.type === 'chunk' && chunk.isEntry,
        );
        if (entry?.type !== 'chunk') throw new Error('first_paint: no entry found');
        const styles = take_styles(bundle, entry);
        const engine = Object.keys(bundle).find((name) => name.endsWith('.wasm'));
        if (!engine) throw new Error('first_paint: the engine is not in the bundle');
        const boot = await boot_script(root, language_chunks(bundle, entry.fileName), engine);
        const { script: inlined, shim } = inline_entry(entry.code, entry.fileName);
        // Compile all of it at once: nearly all of it is run at once. Left out, functions are read over
        // first and compiled one by one later.
        const script = `//# allFunctionsCalledOnLoad\n${inlined}`;
        entry.code = shim;
        const shared: Early[] = [
          ['modulepreload', entry.fileName, {}],
          ['preload', engine, { as: 'fetch', type: 'application/wasm' }],
        ];
        const policy = security_policy([boot, script], styles);
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
          .replace('<!--early-->', () =>
            // First of all, so that they are on their way while the rest of this file is read.
            shared.map(as_tag).join('\n    '),
          )
          .replace('<!--boot-->', () => `<script>${boot}</script>`)
          .replace('<!--styles-->', () => `<style>${styles}</style>`)
          .replace('<!--entry-->', () => `<script type="text/plain" id="entry">${script}</script>`);
        for (const part of [policy, boot, styles, script]) {
          if (!page.source.includes(part))
            throw new Error('first_paint: index.html lacks a place for a part');
        }
        const emit = (fileName: string, source: string): string =>
          this.emitFile({ type: 'asset', fileName, source });
        emit('content-security-policy.txt', `${policy}; frame-ancestors *`);
        emit('early-links.txt', shared.map(as_link).join(', '));
      },
    },
  };
}
