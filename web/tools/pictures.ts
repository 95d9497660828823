// The pictures that others show of the page: the icons of an installed app, and the one that a
// shared link brings along. Drawn while the page is built, from its own icon, colours and fonts; the
// page itself loads none of them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Resvg, type ResvgRenderOptions } from '@resvg/resvg-js';
import type { Plugin } from 'vite';
import type { Facts } from '../src/text/facts_of.ts';
import type { About } from '../src/text/en/about.ts';
import { about_in } from './about.ts';
import { share_file } from './files.ts';
import { font_for_pictures } from './fonts.ts';
import { escaped, languages } from './languages.ts';
import { colour } from './tokens.ts';

const icon_file = join(import.meta.dirname, '../public/icon.svg');

export const share_picture = { width: 1200, height: 630 };

/** By file; `inset` is the share of the side that a launcher may cut off on each edge. */
export const icons = {
  'icon-192.png': { side: 192, inset: 0 },
  'icon-512.png': { side: 512, inset: 0 },
  'icon-maskable-512.png': { side: 512, inset: 0.1 },
  'icon-apple-180.png': { side: 180, inset: 0.06 },
} as const;

/** The icon as a square picture; with an inset its ground goes to the edges and its corners. */
function icon_svg(inset: number): string {
  const drawn = readFileSync(icon_file, 'utf8');
  const [, side = ''] = /viewBox="0 0 (\d+) \1"/.exec(drawn) ?? [];
  const [ground = '', fill = ''] = /<rect [^>]*fill="(#[0-9a-f]{6})"\/>/.exec(drawn) ?? [];
  if (!side || !ground)
    throw new Error('icon.svg: expected a square viewBox and a ground of one colour');
  if (inset === 0) return drawn;
  const inner = drawn.replace(ground, '').replace(/<\/?svg[^>]*>/g, '');
  const scale = 1 - 2 * inset;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}">` +
    `<rect width="${side}" height="${side}" fill="${fill}"/>` +
    `<g transform="translate(${Number(side) * inset} ${Number(side) * inset}) scale(${scale})">${inner}</g></svg>`
  );
}

const render = (svg: string, options: ResvgRenderOptions): Buffer =>
  new Resvg(svg, options).render().asPng();

function part_of_circle(x: number, y: number, radius: number, share: number): string {
  const angle = 2 * Math.PI * Math.min(share, 0.9999);
  const to = [x + radius * Math.sin(angle), y - radius * Math.cos(angle)].map((at) =>
    at.toFixed(2),
  );
  return `M${x} ${y - radius}A${radius} ${radius} 0 ${share > 0.5 ? 1 : 0} 1 ${to.join(' ')}`;
}

/** A burner with its dish: how full it is, and how much patience is left. */
function stove(x: number, y: number, radius: number, full: number, patience: number): string {
  const plate = 0.66 * radius;
  const level = plate * (1 - 2 * full);
  const half = Math.sqrt(plate ** 2 - level ** 2);
  const hurried = patience < 0.35;
  return (
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${colour('line')}" stroke-width="13"/>` +
    `<path d="${part_of_circle(x, y, radius, patience)}" fill="none" stroke-linecap="round" ` +
    `stroke="${colour(hurried ? 'action' : 'good')}" stroke-width="13"/>` +
    `<circle cx="${x}" cy="${y}" r="${plate}" fill="${colour('plate')}" stroke="${colour('dish-edge')}" stroke-width="4"/>` +
    `<path d="M${x - half} ${y + level}A${plate} ${plate} 0 ${full > 0.5 ? 1 : 0} 0 ${x + half} ${y + level}z" ` +
    `fill="${colour('dish')}" stroke="${colour('dish-edge')}" stroke-width="4"/>`
  );
}

/** A slip of paper with its lines: an order that waits. */
function ticket(x: number, y: number, lines: number): string {
  const [width, height] = [62, 84];
  const teeth = Array.from({ length: 4 }, (_, tooth) => {
    const left = x + width - (tooth * width) / 4;
    return `L${left - width / 8} ${y + height - 8}L${left - width / 4} ${y + height}`;
  }).join('');
  const words = Array.from(
    { length: lines },
    (_, line) =>
      `<rect x="${x + 11}" y="${y + 24 + 14 * line}" width="${line === lines - 1 ? 24 : 40}" height="5" rx="2.5" fill="${colour('muted')}"/>`,
  ).join('');
  return (
    `<path d="M${x} ${y}h${width}v${height}${teeth}z" fill="${colour('card')}" stroke="${colour('edge')}" stroke-width="3" stroke-linejoin="round"/>` +
    `<rect x="${x + 20}" y="${y - 8}" width="22" height="16" rx="5" fill="${colour('prefill')}"/>${words}`
  );
}

/** One decode step to scale: all the weights, then a little for each of `orders`. */
function step_bar(facts: Facts, orders: number, x: number, y: number, width: number): string {
  const height = 84;
  const all_us = facts.weights_us + facts.one_more_us * orders;
  const weights = Math.round((width * facts.weights_us) / all_us);
  const each = (width - weights) / orders;
  const requests = Array.from(
    { length: orders },
    (_, place) =>
      `<rect x="${(x + weights + place * each + 3).toFixed(1)}" y="${y}" width="${(each - 3).toFixed(1)}" height="${height}" rx="5" fill="${colour('requests')}"/>`,
  ).join('');
  const pages = Array.from(
    { length: 7 },
    (_, page) =>
      `<path d="M${x + 30 + 13 * page} ${y + 24}v${height - 48}" stroke="${colour('on-weights')}" stroke-opacity="0.55" stroke-width="4" stroke-linecap="round"/>`,
  ).join('');
  return `<rect x="${x}" y="${y}" width="${weights}" height="${height}" rx="14" fill="${colour('weights')}"/>${pages}${requests}`;
}

const dishes = [
  [0.82, 0.62],
  [0.35, 0.86],
  [0.58, 0.28],
  [0.15, 0.95],
  [0.7, 0.5],
  [0.45, 0.74],
] as const;

function share_svg(facts: Facts, about: About): string {
  const { width, height } = share_picture;
  const stoves = dishes
    .map(([full, patience], place) =>
      stove(754 + 146 * (place % 3), 192 + 158 * Math.floor(place / 3), 56, full, patience),
    )
    .join('');
  const claim = about.claim
    .map(
      (line, place) => `<text x="72" y="${262 + 52 * place}" class="claim">${escaped(line)}</text>`,
    )
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">
<style>
text { font-family: "Atkinson Hyperlegible Next"; fill: ${colour('ink')}; font-size: 42px; }
.name { font-family: "Bricolage Grotesque"; font-size: 92px; letter-spacing: -2px; }
.on { fill: ${colour('on-weights')}; font-size: 34px; }
</style>
<rect width="${width}" height="${height}" fill="${colour('paper')}"/>
<rect x="672" y="72" width="456" height="398" rx="32" fill="${colour('card')}" stroke="${colour('line')}" stroke-width="3"/>
<rect x="0" y="370" width="${72 + 78 * 5 + 14}" height="10" rx="5" fill="${colour('prefill')}"/>
<text x="68" y="162" class="name">LLM <tspan fill="${colour('action')}">Kitchen</tspan></text>
${claim}${stoves}
${[3, 2, 3, 1, 3].map((lines, place) => ticket(72 + 78 * place, 372, lines)).join('')}
${step_bar(facts, dishes.length, 72, 500, 1056)}
<text x="196" y="554" class="on">${escaped(about.weights)}</text>
</svg>`;
}

/** Calls back with options that know the page's two fonts. */
async function with_fonts<Result>(draw: (options: ResvgRenderOptions) => Result): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'kitchen-fonts-'));
  try {
    const fonts = [
      ['heading', 800],
      ['text', 400],
    ] as const;
    const files = await Promise.all(
      fonts.map(async ([name, weight]) => {
        const file = join(folder, `${name}.ttf`);
        writeFileSync(file, await font_for_pictures(name, weight));
        return file;
      }),
    );
    return draw({ font: { fontFiles: files, loadSystemFonts: false } });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Every picture by its file's name. */
export async function draw_pictures(facts: Facts): Promise<Record<string, Buffer>> {
  const drawn: Record<string, Buffer> = {};
  for (const [file, { side, inset }] of Object.entries(icons)) {
    drawn[file] = render(icon_svg(inset), { fitTo: { mode: 'width', value: side } });
  }
  const abouts = await Promise.all(languages.map(about_in));
  await with_fonts((options) => {
    for (const [place, about] of abouts.entries()) {
      drawn[share_file(languages[place] ?? '')] = render(share_svg(facts, about), options);
    }
  });
  return drawn;
}

export function pictures(facts: () => Promise<Facts>): Plugin {
  return {
    name: 'pictures',
    apply: 'build',
    async generateBundle() {
      for (const [fileName, source] of Object.entries(await draw_pictures(await facts()))) {
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
  };
}
