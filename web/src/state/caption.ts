import * as abi from '../engine/abi.gen.ts';
import { lost } from './frame.ts';
import type { Engine } from '../engine/engine.ts';

/** Why an order was lost. */
export type LossCause = Exclude<keyof typeof abi.LossCause, 'none'>;

/** What just happened, as the caption line tells it. `order` counts from 0. */
export type Caption =
  | { kind: 'lost'; cause: LossCause; order: number; waited_ms: number }
  | { kind: 'preempted'; order: number; tokens: number }
  | { kind: 'out_of_reach'; lost: number }
  | { kind: 'cold'; cold: number }
  | { kind: 'memory_holds'; waiting: number }
  | { kind: 'recompute'; share_permille: number }
  | { kind: 'queue_grows'; waiting: number }
  | { kind: 'served_first'; order: number }
  | { kind: 'lull'; to_come: number };

/** A part of the screen. */
export type Spot = 'queue' | 'stoves' | 'step' | 'memory' | 'goal' | 'served';

/** Where to look for what a caption tells. */
export function points_at(caption: Caption): Spot {
  switch (caption.kind) {
    case 'lost':
      return cause_spots[caption.cause];
    case 'preempted':
    case 'memory_holds':
      return 'memory';
    case 'out_of_reach':
      return 'goal';
    case 'cold':
      return 'stoves';
    case 'recompute':
      return 'step';
    case 'queue_grows':
    case 'lull':
      return 'queue';
    case 'served_first':
      return 'served';
  }
}

const cause_spots: Record<LossCause, Spot> = {
  no_free_slot: 'queue',
  static_batch: 'stoves',
  memory_full: 'memory',
  step_too_slow: 'step',
};

/** A longer queue than this is worth a word. */
const queue_long = 5;
/** So many free stoves are worth a word: the next few orders don't take them all at once. */
const free_many = 4;
/** From this share of a step on, computing context again is what the step is about. */
const recompute_permille = 400;
/** A caption stays at least this long, unless a more telling one comes. */
const stays_ms = 2_500;
/** What happened once is old news after this, and may be told again when it happens again. */
const old_after_ms = 7_000;
const again_after_ms = 12_000;

/** The most telling first. */
const rank: Caption['kind'][] = [
  'lost',
  'out_of_reach',
  'preempted',
  'cold',
  'memory_holds',
  'recompute',
  'queue_grows',
  'served_first',
  'lull',
];

const standing = new Set<Caption['kind']>([
  'cold',
  'memory_holds',
  'recompute',
  'queue_grows',
  'lull',
]);

/** Watches a run and says, a line at a time, what just happened. Times are of the clock on the wall. */
export class Captions {
  private readonly orders_may_lose: number;
  private shown: Caption | null = null;
  private shown_at_ms = -Infinity;
  private readonly last_ms = new Map<string, number>();
  private lost_seen = 0;
  private out_of_reach_told = false;
  private preemptions_seen = 0;
  private served_seen = 0;

  /** `orders_needed` of `orders` is the goal. */
  constructor(orders: number, orders_needed: number) {
    this.orders_may_lose = orders - orders_needed;
  }

  /** The caption to show now; null when there is nothing to tell. */
  next(engine: Engine, wall_ms: number): Caption | null {
    const stands = this.stands(engine);
    this.refresh(stands, wall_ms);
    const found = [...this.happened(engine), ...stands];
    const free = this.shown === null || wall_ms - this.shown_at_ms >= stays_ms;
    for (const caption of found.sort((a, b) => rank.indexOf(a.kind) - rank.indexOf(b.kind))) {
      const key = caption.kind === 'lost' ? `lost.${caption.cause}` : caption.kind;
      const since = wall_ms - (this.last_ms.get(key) ?? -Infinity);
      const outranks =
        this.shown === null || rank.indexOf(caption.kind) < rank.indexOf(this.shown.kind);
      const again = caption.kind === this.shown?.kind || since < again_after_ms;
      if ((again && this.shown !== null) || !(free || outranks)) continue;
      this.last_ms.set(key, wall_ms);
      if (caption.kind === 'out_of_reach') this.out_of_reach_told = true;
      this.shown = caption;
      this.shown_at_ms = wall_ms;
      break;
    }
    return this.shown;
  }

  /** Keeps the numbers of a standing caption true, and drops what is over or old. */
  private refresh(stands: Caption[], wall_ms: number): void {
    if (this.shown === null) return;
    const shown_ms = wall_ms - this.shown_at_ms;
    const { kind } = this.shown;
    const now = stands.find((caption) => caption.kind === kind);
    if (now) this.shown = now;
    else if (standing.has(kind) || shown_ms >= old_after_ms) this.shown = null;
  }

  private happened(engine: Engine): Caption[] {
    const { view } = engine;
    const found: Caption[] = [];
    const lost_now = lost(engine);
    if (lost_now > this.lost_seen) {
      const loss = last_lost(engine);
      if (loss) found.push(loss);
      this.lost_seen = lost_now;
    }
    // Said once, as soon as there is room for it: it may have to wait for what is shown.
    if (lost_now > this.orders_may_lose && !this.out_of_reach_told) {
      found.push({ kind: 'out_of_reach', lost: lost_now });
    }
    if (view.get('preemptions') > this.preemptions_seen) {
      const sent_back = last_preempted(engine);
      if (sent_back) found.push(sent_back);
      this.preemptions_seen = view.get('preemptions');
    }
    if (this.served_seen === 0 && view.get('served') > 0) {
      this.served_seen = view.get('served');
      found.push({ kind: 'served_first', order: first_served(engine) });
    }
    return found;
  }

  /** What holds for a while rather than happens. */
  private stands(engine: Engine): Caption[] {
    const { view } = engine;
    const found: Caption[] = [];
    const waiting = view.get('waiting');
    const hold = view.get('hold');
    if (hold === abi.Hold.static_batch) {
      found.push({ kind: 'cold', cold: Math.max(0, view.get('slots') - view.get('running')) });
    }
    if (hold === abi.Hold.memory_full) found.push({ kind: 'memory_holds', waiting });
    if (hold === abi.Hold.no_free_slot && waiting >= queue_long) {
      found.push({ kind: 'queue_grows', waiting });
    }
    const step =
      view.get('step_weights_us') + view.get('step_requests_us') + view.get('step_kv_read_us');
    const prefill = view.get('step_prefill_us');
    const share_permille = Math.floor((1000 * prefill) / Math.max(1, step + prefill));
    // With the cache on this is a prompt coming in, which passes.
    if (view.get('kv_cache') === 0 && share_permille >= recompute_permille) {
      found.push({ kind: 'recompute', share_permille });
    }
    const to_come = view.get('orders') - view.get('arrived');
    if (this.lulls(engine, to_come)) found.push({ kind: 'lull', to_come });
    return found;
  }

  /**
   * Half the stoves out may look like too many of them: more are coming than there are stoves. Told
   * after the first order is served, and once told for as long as it is true, so that it doesn't
   * come and go with every order.
   */
  private lulls({ view }: Engine, to_come: number): boolean {
    // There a stove is cold rather than free: it lets nobody in.
    if (view.get('batching') === abi.Batching.static_batch) return false;
    const slots = view.get('slots');
    const running = view.get('running');
    // One that comes during a step waits for its end, and nothing holds it.
    if (view.get('hold') !== abi.Hold.none || running >= slots || to_come === 0) return false;
    if (this.shown?.kind === 'lull') return true;
    const many_free = slots - running >= free_many && 2 * running <= slots;
    return many_free && view.get('waiting') === 0 && view.get('served') > 0 && to_come > slots;
  }
}

function last_lost(engine: Engine): Caption | null {
  const { orders, view } = engine;
  let last = -1;
  for (let order = 0; order < view.get('arrived'); order += 1) {
    if (orders.get('status', order) !== abi.OrderStatus.left) continue;
    if (last < 0 || orders.get('ended_us', order) >= orders.get('ended_us', last)) last = order;
  }
  if (last < 0) return null;
  const waited_us = orders.get('ended_us', last) - orders.get('arrival_us', last);
  return {
    kind: 'lost',
    cause: cause_name(orders.get('cause', last)),
    order: last,
    waited_ms: Math.round(waited_us / 1000),
  };
}

export function cause_name(cause: number): LossCause {
  const names = Object.keys(abi.LossCause) as (keyof typeof abi.LossCause)[];
  const name = names.find((known) => abi.LossCause[known] === cause);
  if (name === undefined || name === 'none') throw new RangeError(`${cause} is no cause of a loss`);
  return name;
}

/** The one at the queue's head that has been on the GPU before. */
function last_preempted(engine: Engine): Caption | null {
  const { orders, view } = engine;
  for (let order = view.get('arrived') - 1; order >= 0; order -= 1) {
    const waits = orders.get('status', order) === abi.OrderStatus.waiting;
    if (waits && orders.get('preemptions', order) > 0) {
      return { kind: 'preempted', order, tokens: orders.get('generated_tokens', order) };
    }
  }
  return null;
}

function first_served(engine: Engine): number {
  const { orders, view } = engine;
  for (let order = 0; order < view.get('arrived'); order += 1) {
    if (orders.get('status', order) === abi.OrderStatus.served) return order;
  }
  return 0;
}
