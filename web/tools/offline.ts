// Installing, and playing without a network: the manifest, and a service worker that Workbox writes
// after the build. It keeps every file of the page in all languages, so that a class without a
// network can still change them; the page itself loads one. A new version waits until someone asks
// for it (src/state/update.svelte.ts).
import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { first_of_all } from '../src/text/language.ts';
import { about_in } from './about.ts';
import { icons } from './pictures.ts';
import { colour } from './tokens.ts';

export async function offline(): Promise<Plugin[]> {
  const { description } = await about_in(first_of_all);
  return VitePWA({
    registerType: 'prompt',
    // Registered by src/state/update.svelte.ts, long after the first picture.
    injectRegister: false,
    filename: 'sw.js',
    includeManifestIcons: false,
    manifest: {
      id: './',
      name: 'LLM Kitchen',
      short_name: 'LLM Kitchen',
      description,
      lang: first_of_all,
      dir: 'ltr',
      start_url: './',
      scope: './',
      display: 'standalone',
      categories: ['education', 'games'],
      background_color: colour('paper'),
      theme_color: colour('paper'),
      icons: [
        { src: 'icon.svg', type: 'image/svg+xml', sizes: 'any', purpose: 'any' },
        ...Object.entries(icons).map(([src, { side, inset }]) => ({
          src,
          type: 'image/png',
          sizes: `${side}x${side}`,
          purpose: inset === 0 ? ('any' as const) : ('maskable' as const),
        })),
      ],
    },
    workbox: {
      globPatterns: ['*.html', 'icon.svg', 'assets/*'],
      navigateFallback: 'index.html',
      // Any other file that is asked for by its name comes as itself.
      navigateFallbackDenylist: [/^[^?]*\/(?!index\.html)[^/?]+\.\w+(?:\?|$)/],
      dontCacheBustURLsMatching: /^assets\//,
      cleanupOutdatedCaches: true,
      inlineWorkboxRuntime: true,
      sourcemap: false,
    },
  });
}
