// What search engines and shared links read. LK_SITE_URL, the address the page will be at, is needed
// for whatever must be a whole address: the canonical one, the other languages, the sitemap.
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { first_of_all, type Language } from '../src/text/language.ts';
import { about_in } from './about.ts';
import { share_file, sheet_file } from './files.ts';
import { languages } from './languages.ts';
import { share_picture } from './pictures.ts';

/** The site's address, ending in a slash, or null where none was given. */
export function read_site(given = process.env.LK_SITE_URL): URL | null {
  if (!given) return null;
  const site = URL.canParse(given) ? new URL(given) : null;
  if (!site || !/^https?:$/.test(site.protocol) || site.search || site.hash) {
    throw new Error(
      `LK_SITE_URL is '${given}'; expected an address such as https://example.org/kitchen/`,
    );
  }
  if (!site.pathname.endsWith('/')) site.pathname += '/';
  return site;
}

export type Tag = [name: string, attributes: Record<string, string>];

const meta = (name: string, content: string): Tag => ['meta', { name, content }];
const property = (name: string, content: string): Tag => ['meta', { property: name, content }];
const link = (rel: string, href: string, more: Record<string, string> = {}): Tag => [
  'link',
  { rel, href, ...more },
];

export interface Place {
  language: Language;
  /** Of a language, relative to the site: "?lang=id". */
  path_in: (language: Language) => string;
  /** Relative to the site, where no language is asked for. */
  path: string;
}

/** The tags of one page in one language. */
export async function head_tags(site: URL | null, place: Place): Promise<Tag[]> {
  const { title, description } = await about_in(place.language);
  // Without a site it is at least right for those who read relative addresses.
  const whole = (path: string): string => (site ? new URL(path, site).href : `./${path}`);
  const tags: Tag[] = [
    meta('description', description),
    property('og:type', 'website'),
    property('og:site_name', 'LLM Kitchen'),
    property('og:title', title),
    property('og:description', description),
    property('og:locale', place.language),
    property('og:image', whole(share_file(place.language))),
    property('og:image:width', String(share_picture.width)),
    property('og:image:height', String(share_picture.height)),
    property('og:image:alt', title),
    meta('twitter:card', 'summary_large_image'),
  ];
  if (!site) return tags;
  return [
    ...tags,
    property('og:url', whole(place.path)),
    link('canonical', whole(place.path)),
    ...languages.map((hreflang) => link('alternate', whole(place.path_in(hreflang)), { hreflang })),
    link('alternate', whole(place.path), { hreflang: 'x-default' }),
  ];
}

const sitemap = (addresses: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.map((address) => `  <url><loc>${address}</loc></url>\n`).join('')}</urlset>
`;

/** The head of index.html, robots.txt, and with a site its sitemap. */
export function head(site: URL | null): Plugin {
  return {
    name: 'head',
    transformIndexHtml: {
      order: 'pre',
      async handler(): Promise<HtmlTagDescriptor[]> {
        const tags = await head_tags(site, {
          language: first_of_all,
          path: '',
          path_in: (language) => `?lang=${language}`,
        });
        return [...tags, link('apple-touch-icon', './icon-apple-180.png')].map(([tag, attrs]) => ({
          tag,
          attrs,
          injectTo: 'head' as const,
        }));
      },
    },
    generateBundle() {
      const addresses = site
        ? ['', ...languages.map(sheet_file)].map((path) => new URL(path, site).href)
        : [];
      const where = site ? `Sitemap: ${new URL('sitemap.xml', site).href}\n` : '';
      const emit = (fileName: string, source: string): string =>
        this.emitFile({ type: 'asset', fileName, source });
      emit('robots.txt', `User-agent: *\nAllow: /\n${where}`);
      if (site) emit('sitemap.xml', sitemap(addresses));
    },
  };
}
