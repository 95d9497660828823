/**
 * The stoves, drawn on a canvas: at four times the speed every one of 64 changes in every frame, and
 * laying out and painting that many elements takes longer than a frame where there is no graphics
 * card. What stays the same is drawn once and copied; a stove that hasn't changed is left alone.
 */

import {
  dish_radius,
  flames,
  frost,
  garnish,
  grate,
  handle,
  handle_hole,
  pan_radius,
  ports,
  ring_radius,
  ring_width,
  small_flames,
} from '../base/shapes.ts';
import { stove_corner, type StoveLayout } from './stove_grid.ts';

/** Cold: done, but its static batch is not. */
interface IdleStove {
  state: 'empty' | 'cold';
}

/** Closing: above the limit, so it gets no other order. */
interface LitStove {
  state: 'cooking' | 'closing';
  tokens_made: number;
  tokens: number;
  /** 1 as the order comes in, 0 as it leaves. */
  patience: number;
}

export type Stove = IdleStove | LitStove;

const is_lit = (stove: Stove): stove is LitStove => 'tokens' in stove;

/** `scale`: device pixels per CSS pixel. `digits`: how many lines of digits there is room for. */
export type StovePicture = StoveLayout & { scale: number; digits: 0 | 1 | 2 };

const colour_names = [
  'well',
  'iron',
  'pan',
  'flame',
  'plate',
  'dish',
  'dish-edge',
  'garnish',
  'good',
  'warn',
  'bad',
  'ink',
  'cold',
  'on-cold',
] as const;
export type Colours = Record<(typeof colour_names)[number], string>;

/** The tokens as the theme has them now: light-dark() is only worked out in a real property. */
export function read_colours(within: HTMLElement): Colours {
  const probes = document.createElement('span');
  // All of them at once, so that styles are worked out once.
  for (const name of colour_names) {
    probes.appendChild(document.createElement('i')).style.color = `var(--${name})`;
  }
  within.append(probes);
  const found = [...probes.children].map((probe) => getComputedStyle(probe).color);
  probes.remove();
  return Object.fromEntries(colour_names.map((name, place) => [name, found[place]])) as Colours;
}

// Everything below is drawn on a square of 100, as base/shapes.ts has it.
const middle = 50;
const patience_steps = 100;
const labels_max = 1_000;

type Sprite = HTMLCanvasElement;
type SpriteName = Stove['state'] | 'dish';

export class StoveCanvas {
  private readonly context: CanvasRenderingContext2D;
  private layout: StovePicture | null = null;
  private colours: Colours | null = null;
  private font = 'sans-serif';
  private sprites = new Map<string, Sprite>();
  private labels = new Map<string, Sprite>();
  /** What each stove shows now. */
  private drawn: string[] = [];

  constructor(canvas: HTMLCanvasElement) {
    const context = canvas.getContext('2d');
    if (!context) throw new Error('this browser draws no canvas');
    this.context = context;
  }

  /** Starts over with another size, theme or font. */
  prepare(layout: StovePicture, colours: Colours, font: string): void {
    const { canvas } = this.context;
    canvas.width = Math.round(layout.width_px * layout.scale);
    canvas.height = Math.round(layout.height_px * layout.scale);
    this.layout = layout;
    this.colours = colours;
    this.font = font;
    this.sprites.clear();
    this.labels.clear();
    this.drawn = [];
  }

  draw(slot: number, stove: Stove): void {
    if (!this.layout || !this.colours || this.layout.size_px <= 0) return;
    const key = key_of(stove);
    if (this.drawn[slot] === key) return;
    this.drawn[slot] = key;
    const { x, y, size } = this.place(slot);
    this.context.clearRect(x, y, size, size);
    this.context.drawImage(this.sprite(stove.state), x, y);
    if (!is_lit(stove)) return;
    this.draw_dish(x, y, size, stove.tokens_made / stove.tokens);
    this.draw_ring(x, y, size, steps_of(stove.patience));
    this.draw_digits(x, y, size, stove.tokens_made, stove.tokens);
  }

  /** Where a stove stands, in device pixels. */
  private place(slot: number): { x: number; y: number; size: number } {
    const layout = this.layout as StovePicture;
    const { x_px, y_px } = stove_corner(layout, slot);
    return {
      x: Math.round(x_px * layout.scale),
      y: Math.round(y_px * layout.scale),
      size: Math.round(layout.size_px * layout.scale),
    };
  }

  private draw_dish(x: number, y: number, size: number, filled: number): void {
    if (filled <= 0) return;
    const unit = size / 100;
    const level = middle + dish_radius * (1 - 2 * filled);
    const top = Math.round(level * unit);
    const height = size - top;
    this.context.drawImage(this.sprite('dish'), 0, top, size, height, x, y + top, size, height);
    // The surface: a line from rim to rim.
    const half = Math.sqrt(Math.max(0, dish_radius ** 2 - (level - middle) ** 2));
    this.context.fillStyle = (this.colours as Colours)['dish-edge'];
    this.context.fillRect(
      x + (middle - half) * unit,
      y + top - Math.max(1, unit),
      2 * half * unit,
      Math.max(1, 1.6 * unit),
    );
  }

  private draw_ring(x: number, y: number, size: number, steps: number): void {
    if (steps <= 0) return;
    const colours = this.colours as Colours;
    const unit = size / 100;
    const start = -Math.PI / 2;
    const share = steps / patience_steps;
    this.context.strokeStyle =
      share > 0.5 ? colours.good : share > 0.25 ? colours.warn : colours.bad;
    this.context.lineWidth = ring_width * unit;
    this.context.beginPath();
    this.context.arc(
      x + middle * unit,
      y + middle * unit,
      ring_radius * unit,
      start,
      start + 2 * Math.PI * share,
    );
    this.context.stroke();
  }

  private draw_digits(x: number, y: number, size: number, made: number, tokens: number): void {
    const { digits } = this.layout as StovePicture;
    if (digits === 0) return;
    const unit = size / 100;
    const large = digits === 2 ? 25 : 32;
    const made_label = this.label(String(made), 700, large * unit);
    const centre_x = x + middle * unit;
    const made_y = y + (digits === 2 ? 46 : middle) * unit;
    this.context.drawImage(
      made_label,
      Math.round(centre_x - made_label.width / 2),
      Math.round(made_y - made_label.height / 2),
    );
    if (digits === 1) return;
    const total_label = this.label(`/ ${tokens}`, 500, 14 * unit);
    this.context.drawImage(
      total_label,
      Math.round(centre_x - total_label.width / 2),
      Math.round(y + 65 * unit - total_label.height / 2),
    );
  }

  private label(words: string, weight: number, px: number): Sprite {
    const key = `${words}|${weight}`;
    const known = this.labels.get(key);
    if (known) return known;
    if (this.labels.size >= labels_max) this.labels.clear();
    const sprite = document.createElement('canvas');
    sprite.width = Math.ceil(px * 0.72 * words.length + 4);
    sprite.height = Math.ceil(px * 1.2);
    const context = sprite.getContext('2d') as CanvasRenderingContext2D;
    context.font = `${weight} ${px}px ${this.font}`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    const { ink, plate } = this.colours as Colours;
    // Else the surface of the dish would strike them through.
    context.lineWidth = px / 5;
    context.lineJoin = 'round';
    context.strokeStyle = plate;
    context.strokeText(words, sprite.width / 2, sprite.height / 2);
    context.fillStyle = ink;
    context.fillText(words, sprite.width / 2, sprite.height / 2);
    this.labels.set(key, sprite);
    return sprite;
  }

  private sprite(name: SpriteName): Sprite {
    const known = this.sprites.get(name);
    if (known) return known;
    const { size } = this.place(0);
    const sprite = document.createElement('canvas');
    sprite.width = size;
    sprite.height = size;
    const context = sprite.getContext('2d') as CanvasRenderingContext2D;
    context.scale(size / 100, size / 100);
    draw_sprite(context, name, this.colours as Colours);
    this.sprites.set(name, sprite);
    return sprite;
  }
}

function steps_of(patience: number): number {
  return Math.round(patience * patience_steps);
}

function key_of(stove: Stove): string {
  if (!is_lit(stove)) return stove.state;
  return `${stove.state} ${stove.tokens_made}/${stove.tokens} ${steps_of(stove.patience)}`;
}

function draw_sprite(context: CanvasRenderingContext2D, name: SpriteName, colours: Colours): void {
  const disc = (radius: number, fill: string): void => {
    context.beginPath();
    context.arc(middle, middle, radius, 0, 2 * Math.PI);
    context.fillStyle = fill;
    context.fill();
  };
  const circle = (radius: number, width: number, colour: string): void => {
    context.beginPath();
    context.arc(middle, middle, radius, 0, 2 * Math.PI);
    context.lineWidth = width;
    context.strokeStyle = colour;
    context.stroke();
  };
  const line = (path: string, width: number, colour: string): void => {
    context.lineWidth = width;
    context.lineCap = context.lineJoin = 'round';
    context.strokeStyle = colour;
    context.stroke(new Path2D(path));
  };
  const burner = (): void => {
    disc(46, colours.well);
    circle(46, 1, colours.iron);
  };
  const pan = (inside: string): void => {
    line(handle, 9, colours.pan);
    line(handle_hole, 3, colours.plate);
    disc(pan_radius + 2, colours.pan);
    disc(pan_radius - 0.5, colours.well);
    disc(dish_radius + 1, inside);
  };
  switch (name) {
    case 'dish':
      disc(dish_radius, colours.dish);
      line(garnish, 5, colours.garnish);
      break;
    case 'empty':
      burner();
      line(grate, 5, colours.iron);
      line(ports, 4, colours.iron);
      disc(11, colours.iron);
      break;
    case 'cold':
      burner();
      line(grate, 5, colours.iron);
      pan(colours.cold);
      circle(ring_radius, ring_width, colours.cold);
      line(frost, 4, colours['on-cold']);
      break;
    case 'cooking':
    case 'closing':
      burner();
      line(grate, 5, colours.iron);
      // Above the limit it finishes on a small flame.
      context.fillStyle = colours.flame;
      context.fill(new Path2D(name === 'cooking' ? flames : small_flames));
      pan(colours.plate);
      break;
  }
}
