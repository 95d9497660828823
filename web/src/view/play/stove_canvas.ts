/**
 * The stoves, drawn on a canvas: at four times the speed every one of 64 changes in every frame, and
 * laying out and painting that many elements takes longer than a frame where there is no graphics
 * card. What stays the same is drawn once and copied; a stove that hasn't changed is left alone.
 */

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

export interface StoveLayout {
  columns: number;
  /** In CSS pixels; so are the next two. */
  size_px: number;
  gap_px: number;
  width_px: number;
  height_px: number;
  count: number;
  /** Device pixels per CSS pixel. */
  scale: number;
  /** How many lines of digits there is room for. */
  digits: 0 | 1 | 2;
}

const colour_names = [
  'line',
  'edge',
  'well',
  'flame',
  'plate',
  'dish',
  'dish-edge',
  'good',
  'warn',
  'bad',
  'ink',
  'cold',
  'on-cold',
] as const;
type Colours = Record<(typeof colour_names)[number], string>;

/** The tokens as the theme has them now: light-dark() is only worked out in a real property. */
export function read_colours(within: HTMLElement): Colours {
  const probe = document.createElement('span');
  within.append(probe);
  const colours = Object.fromEntries(
    colour_names.map((name) => {
      probe.style.color = `var(--${name})`;
      return [name, getComputedStyle(probe).color];
    }),
  ) as Colours;
  probe.remove();
  return colours;
}

// Everything below is drawn on a square of 100, as in an SVG.
const middle = 50;
const burner_radius = 47;
const plate_radius = 40;
const dish_radius = 33;
const patience_steps = 100;
const labels_max = 1_000;

type Sprite = HTMLCanvasElement;

export class StoveCanvas {
  private readonly context: CanvasRenderingContext2D;
  private layout: StoveLayout | null = null;
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
  prepare(layout: StoveLayout, colours: Colours, font: string): void {
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

  /** Where a stove stands, in device pixels; the last row is centred like the others. */
  private place(slot: number): { x: number; y: number; size: number } {
    const { columns, size_px, gap_px, width_px, height_px, count, scale } = this
      .layout as StoveLayout;
    const rows = Math.ceil(count / columns);
    const pitch_px = size_px + gap_px;
    const left_px = (width_px - columns * pitch_px + gap_px) / 2;
    const top_px = (height_px - rows * pitch_px + gap_px) / 2;
    return {
      x: Math.round((left_px + (slot % columns) * pitch_px) * scale),
      y: Math.round((top_px + Math.floor(slot / columns) * pitch_px) * scale),
      size: Math.round(size_px * scale),
    };
  }

  private draw_dish(x: number, y: number, size: number, filled: number): void {
    const unit = size / 100;
    const top = Math.round((middle - dish_radius + 2 * dish_radius * (1 - filled)) * unit);
    const height = size - top;
    if (height > 0) {
      const dish = this.sprite('dish');
      this.context.drawImage(dish, 0, top, size, height, x, y + top, size, height);
    }
    this.context.drawImage(this.sprite('rim'), x, y);
  }

  private draw_ring(x: number, y: number, size: number, steps: number): void {
    if (steps <= 0) return;
    const colours = this.colours as Colours;
    const unit = size / 100;
    const start = -Math.PI / 2;
    const share = steps / patience_steps;
    this.context.strokeStyle =
      share > 0.5 ? colours.good : share > 0.25 ? colours.warn : colours.bad;
    this.context.lineWidth = 6 * unit;
    this.context.beginPath();
    this.context.arc(
      x + middle * unit,
      y + middle * unit,
      plate_radius * unit,
      start,
      start + 2 * Math.PI * share,
    );
    this.context.stroke();
  }

  private draw_digits(x: number, y: number, size: number, made: number, tokens: number): void {
    const { digits } = this.layout as StoveLayout;
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
    context.fillStyle = (this.colours as Colours).ink;
    context.fillText(words, sprite.width / 2, sprite.height / 2);
    this.labels.set(key, sprite);
    return sprite;
  }

  private sprite(name: Stove['state'] | 'dish' | 'rim'): Sprite {
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

function draw_sprite(
  context: CanvasRenderingContext2D,
  name: Stove['state'] | 'dish' | 'rim',
  colours: Colours,
): void {
  const disc = (radius: number, fill: string): void => {
    context.beginPath();
    context.arc(middle, middle, radius, 0, 2 * Math.PI);
    context.fillStyle = fill;
    context.fill();
  };
  const circle = (radius: number, width: number, colour: string, dash: number[] = []): void => {
    context.beginPath();
    context.arc(middle, middle, radius, 0, 2 * Math.PI);
    context.lineWidth = width;
    context.strokeStyle = colour;
    context.setLineDash(dash);
    context.stroke();
    context.setLineDash([]);
  };
  switch (name) {
    case 'dish':
      disc(dish_radius, colours.dish);
      break;
    case 'rim':
      circle(dish_radius, 1.5, colours['dish-edge']);
      break;
    case 'empty':
      circle(burner_radius, 1.5, colours.line);
      disc(plate_radius, colours.well);
      circle(22, 1.5, colours.edge, [5, 4]);
      break;
    case 'cold':
      circle(burner_radius, 1.5, colours['on-cold'], [3, 5]);
      disc(plate_radius, colours.cold);
      draw_flake(context, colours['on-cold']);
      break;
    case 'cooking':
    case 'closing':
      // Above the limit it finishes on a small flame.
      if (name === 'cooking') circle(burner_radius, 4, colours.flame, [6.2, 3.64]);
      else circle(burner_radius, 1.5, colours.flame, [2, 4]);
      disc(plate_radius, colours.plate);
      circle(plate_radius, 6, colours.well);
      break;
  }
}

/** A snowflake: three bars, and a barb at each end. */
function draw_flake(context: CanvasRenderingContext2D, colour: string): void {
  context.strokeStyle = colour;
  context.lineWidth = 4;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.beginPath();
  for (let arm = 0; arm < 6; arm += 1) {
    const angle = (arm * Math.PI) / 3 + Math.PI / 2;
    const at = (radius: number, turn: number): [number, number] => [
      middle + radius * Math.cos(angle + turn),
      middle + radius * Math.sin(angle + turn),
    ];
    context.moveTo(middle, middle);
    context.lineTo(...at(23, 0));
    context.moveTo(...at(22, -0.33));
    context.lineTo(...at(15, 0));
    context.lineTo(...at(22, 0.33));
  }
  context.stroke();
}
