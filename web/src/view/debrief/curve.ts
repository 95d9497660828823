import type { Outcome, ShiftInfo } from '../../engine/engine.ts';

/** All outcomes of one combination of the levers other than slots; place n - 1 has n slots. */
export interface Combination {
  batching: number;
  kv_cache: number;
  weight_bits: number;
  outcomes: Outcome[];
  /** 0…3: colour and marker. Two combinations of one hue differ in `dashed`. */
  hue: number;
  dashed: boolean;
}

/** Whether settings are of this combination, whatever their slots. */
export function is_combination(
  line: Combination,
  settings: { batching: number; kv_cache: number; weight_bits: number },
): boolean {
  return (
    line.batching === settings.batching &&
    line.kv_cache === settings.kv_cache &&
    line.weight_bits === settings.weight_bits
  );
}

/** One combination per line of the curve, the best first: so they stand in the plot, too. */
export function combinations_of(info: ShiftInfo, outcomes: readonly Outcome[]): Combination[] {
  const by_key = new Map<string, Combination>();
  for (const outcome of outcomes) {
    const { batching, kv_cache, weight_bits } = outcome;
    const key = `${batching},${kv_cache},${weight_bits}`;
    const line = by_key.get(key) ?? {
      batching,
      kv_cache,
      weight_bits,
      outcomes: [],
      ...look_of(info, outcome),
    };
    by_key.set(key, line);
    line.outcomes[outcome.slots - 1] = outcome;
  }
  const best = (line: Combination): number => Math.max(...line.outcomes.map((one) => one.served));
  const sum = (line: Combination): number =>
    line.outcomes.reduce((so_far, one) => so_far + one.served, 0);
  return [...by_key.values()].sort((a, b) => best(b) - best(a) || sum(b) - sum(a));
}

function look_of(info: ShiftInfo, outcome: Outcome): Pick<Combination, 'hue' | 'dashed'> {
  const is_static = outcome.batching === 0;
  if (info.shows_kv_cache || info.shows_weight_bits) {
    const eight_bit = outcome.weight_bits === 8;
    const hue = outcome.kv_cache ? (eight_bit ? 0 : 1) : eight_bit ? 2 : 3;
    return { hue, dashed: is_static };
  }
  return { hue: is_static ? 3 : 0, dashed: is_static };
}

export interface Interval {
  from: number;
  to: number;
}

/** The slot counts that pass, as intervals. */
export function passing_intervals(line: Combination): Interval[] {
  const intervals: Interval[] = [];
  for (const { slots, passed } of line.outcomes) {
    if (!passed) continue;
    const last = intervals.at(-1);
    if (last && last.to === slots - 1) last.to = slots;
    else intervals.push({ from: slots, to: slots });
  }
  return intervals;
}

/** Where the plot lies in the drawing, in its own units. */
export interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Slots on a doubling scale: 1 at the left edge, `slots_max` at the right. */
export function x_of(frame: Frame, slots: number, slots_max: number): number {
  return frame.left + (frame.right - frame.left) * (Math.log2(slots) / Math.log2(slots_max));
}

/** The whole number of slots nearest to a place. */
export function slots_at(frame: Frame, x: number, slots_max: number): number {
  const part = (x - frame.left) / (frame.right - frame.left);
  const slots = Math.round(2 ** (part * Math.log2(slots_max)));
  return Math.min(slots_max, Math.max(1, slots));
}

export function y_of(frame: Frame, part: number, whole: number): number {
  return frame.bottom - (frame.bottom - frame.top) * (whole > 0 ? part / whole : 0);
}

export interface Point {
  x: number;
  y: number;
}

export function line_points(frame: Frame, line: Combination, slots_max: number): Point[] {
  return line.outcomes.map((outcome) => ({
    x: x_of(frame, outcome.slots, slots_max),
    y: y_of(frame, outcome.served, outcome.orders),
  }));
}

export function path_of(points: readonly Point[]): string {
  return points.map(({ x, y }, at) => `${at ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}

/** Circle, square, triangle, diamond: the outline of a hue's marker around a point, `r` wide. */
const marker_shapes: readonly ((r: number) => string)[] = [
  (r) => `m${-r} 0a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`,
  (r) => `m${-0.9 * r} ${-0.9 * r}h${1.8 * r}v${1.8 * r}h${-1.8 * r}z`,
  (r) => `m0 ${-1.15 * r}l${1.1 * r} ${2 * r}h${-2.2 * r}z`,
  (r) => `m0 ${-1.3 * r}l${1.3 * r} ${1.3 * r}l${-1.3 * r} ${1.3 * r}l${-1.3 * r} ${-1.3 * r}z`,
];

/** The markers of a hue at some points, as one path. */
export function markers_path(hue: number, points: readonly Point[], r: number): string {
  const shape = marker_shapes[hue];
  if (!shape) throw new RangeError(`no marker for hue ${hue}`);
  return points.map(({ x, y }) => `M${x.toFixed(1)} ${y.toFixed(1)}${shape(r)}`).join('');
}

/** 1, 2, 4 … up to the most: where the axis has its marks and the lines their markers. */
export function doublings(slots_max: number): number[] {
  const marks: number[] = [];
  for (let slots = 1; slots <= slots_max; slots *= 2) marks.push(slots);
  return marks;
}

/**
 * Moves labels apart that stand at the wanted heights, so that none covers another: at least `gap`
 * between two, all within top…bottom. Gives the heights in the order of `wanted`.
 */
export function spread(
  wanted: readonly number[],
  gap: number,
  top: number,
  bottom: number,
): number[] {
  const order = wanted.map((_, at) => at).sort((a, b) => wanted[a]! - wanted[b]!);
  const placed = [...wanted];
  let least = top;
  for (const at of order) {
    placed[at] = Math.max(placed[at]!, least);
    least = placed[at]! + gap;
  }
  let most = bottom;
  for (const at of order.reverse()) {
    placed[at] = Math.min(placed[at]!, most);
    most = placed[at]! - gap;
  }
  return placed;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function covers(box: Box, point: Point, room: number): boolean {
  return (
    point.x > box.x - room &&
    point.x < box.x + box.width + room &&
    point.y > box.y - room &&
    point.y < box.y + box.height + room
  );
}

/**
 * A place for a label of that size beside `anchor`: inside the frame, where it covers the fewest of
 * `points`. Places near the anchor win over far ones.
 */
export function place_label(
  frame: Frame,
  anchor: Point,
  size: { width: number; height: number },
  points: readonly Point[],
  distance: number,
): Box {
  let best: Box | null = null;
  let least = Infinity;
  for (const far of [1, 2, 3.5]) {
    for (const [across, down] of [
      [1, 1],
      [1, -1],
      [-1, 1],
      [-1, -1],
      [0, 1],
      [0, -1],
    ] as const) {
      const box = box_beside(frame, anchor, size, distance * far, across, down);
      const covered = points.filter((point) => covers(box, point, 3)).length;
      const hides_anchor = covers(box, anchor, distance * 0.6) ? 1000 : 0;
      const cost = covered * 4 + hides_anchor + far;
      if (cost < least) [best, least] = [box, cost];
    }
  }
  return best ?? { ...anchor, ...size };
}

function box_beside(
  frame: Frame,
  anchor: Point,
  size: { width: number; height: number },
  distance: number,
  across: number,
  down: number,
): Box {
  const x = anchor.x + across * distance - (size.width * (1 - across)) / 2;
  const y = anchor.y + down * distance - (size.height * (1 - down)) / 2;
  const within = (value: number, least: number, most: number): number =>
    Math.max(least, Math.min(value, most));
  return {
    x: within(x, frame.left, frame.right - size.width),
    y: within(y, frame.top, frame.bottom - size.height),
    ...size,
  };
}

/** The point of a box nearest to another point. */
export function nearest_point(box: Box, { x, y }: Point): Point {
  return {
    x: Math.max(box.x, Math.min(x, box.x + box.width)),
    y: Math.max(box.y, Math.min(y, box.y + box.height)),
  };
}

/** Points along a line, closer than a label is high: to see what a label would cover. */
export function samples(points: readonly Point[], every: number): Point[] {
  const all: Point[] = [];
  for (let at = 1; at < points.length; ++at) {
    const [from, to] = [points[at - 1]!, points[at]!];
    const count = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / every));
    for (let step = 0; step < count; ++step) {
      const part = step / count;
      all.push({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
    }
  }
  return all;
}

/** How wide a label may be, at most: letters of the page's text font are narrower on average. */
export function width_at_most(words: string, font_size: number): number {
  return words.length * font_size * 0.56;
}
