import * as abi from '../engine/abi.gen.ts';
import type { Engine, Lever, Preview } from '../engine/engine.ts';
import { preview_us } from './frame.ts';
import { question_kinds } from './question_kinds.ts';

/**
 * The one question of each shift that teaches something, asked in the middle of play, and what was
 * guessed. Which choice is right is worked out by the engine, from the costs and the crowd as they
 * are, and so is every number of the answer.
 */
export type Question =
  | QuestionOf<'share', 'times' | 'twice' | 'barely', ShareNumbers>
  | QuestionOf<'static_wait', 'first' | 'half' | 'last', StaticNumbers>
  | QuestionOf<'eight_bit', 'memory' | 'both' | 'step', EightBitNumbers>;

interface QuestionOf<Kind, Choice, Numbers> {
  kind: Kind;
  choices: readonly Choice[];
  right: Choice;
  numbers: Numbers;
  /** The setting that shows the answer in the kitchen. */
  shows: { lever: Lever; value: number };
}

/** A step of one order and of `slots`; the weights' part is the same in both. */
export interface ShareNumbers {
  slots: number;
  one_us: number;
  many_us: number;
  /** How many times as long the step of many is. */
  factor: number;
  weights_us: number;
}

/** A batch of this crowd under static batching. Times count from its start. */
export interface StaticNumbers {
  slots: number;
  first_ms: number;
  half_ms: number;
  last_ms: number;
  /** When orders that waited got a stove. */
  next_ms: number;
  tokens_short: number;
  tokens_long: number;
  /** When each of its stoves was done, the first first: its order was served, or had left. */
  ends_ms: number[];
}

/** Weights and a step of `slots` orders, in 16-bit and in 8-bit. */
export interface EightBitNumbers {
  slots: number;
  weights_16_mb: number;
  weights_8_mb: number;
  step_16_us: number;
  step_8_us: number;
  /** Of the steps, reading the weights. */
  read_16_us: number;
  read_8_us: number;
  memory_mb: number;
}

export type Choice = Question['right'];

/** A question with what was guessed. */
export type Prediction = Question & { chosen: Choice };

const stoves_asked_about = 8;
/** A part counts as smaller from this share on; the rest is rounding. */
const smaller_permille = 950;

const made = new Map<string, Question>();

/**
 * The question of a shift; null for one that asks nothing (dailies, the free kitchen). `engine` stays
 * as it is: the answer is worked out in a second one.
 */
export function question_of(shift: string, engine: Engine): Question | null {
  const known = made.get(shift);
  if (known) return known;
  const kind = question_kinds[shift];
  if (kind === undefined) return null;
  const question = makers[kind](engine.beside, shift);
  made.set(shift, question);
  return question;
}

const makers = { share: ask_share, static_wait: ask_static_wait, eight_bit: ask_eight_bit };

function ask_share(engine: Engine, shift: string): Question {
  engine.open(shift);
  const slots = stoves_asked_about;
  const one = engine.preview(1, 1);
  const one_us = preview_us(one);
  const many_us = preview_us(engine.preview(slots, 1));
  const claims = { times: slots, twice: 2, barely: 1 };
  return {
    kind: 'share',
    choices: ['times', 'twice', 'barely'],
    right: nearest(claims, many_us / one_us),
    numbers: { slots, one_us, many_us, factor: many_us / one_us, weights_us: one.weights_us },
    shows: { lever: 'slots', value: slots },
  };
}

function ask_static_wait(engine: Engine, shift: string): Question {
  engine.open(shift);
  const slots = stoves_asked_about;
  engine.set('batching', abi.Batching.static_batch);
  engine.set('slots', slots);
  engine.advance_to(engine.shift(shift).duration_ms);
  const numbers = coldest_batch(engine, slots);
  const claims = { first: numbers.first_ms, half: numbers.half_ms, last: numbers.last_ms };
  return {
    kind: 'static_wait',
    choices: ['first', 'half', 'last'],
    right: nearest(claims, numbers.next_ms),
    numbers,
    shows: { lever: 'batching', value: abi.Batching.continuous },
  };
}

/** Of the full batches of a finished static run, the one with the most cold stoves in it. */
function coldest_batch(engine: Engine, slots: number): StaticNumbers {
  const { orders, view } = engine;
  const batches = new Map<number, number[]>();
  for (let order = 0; order < view.get('orders'); order += 1) {
    const { pending, waiting } = abi.OrderStatus;
    const status = orders.get('status', order);
    const start_us = orders.get('admitted_us', order);
    if (status === pending || status === waiting || start_us < 0) continue;
    batches.set(start_us, [...(batches.get(start_us) ?? []), order]);
  }
  const ms = (us: number): number => Math.round(us / 1000);
  let best: StaticNumbers | null = null;
  let coldest_share = -1;
  for (const [start_us, batch] of batches) {
    const next_us = Math.min(...[...batches.keys()].filter((other_us) => other_us > start_us));
    const is_over = batch.every((order) => orders.get('status', order) !== abi.OrderStatus.running);
    if (batch.length < slots || next_us === Infinity || !is_over) continue;
    const ends_ms = batch.map((order) => ms(orders.get('ended_us', order) - start_us));
    ends_ms.sort((a, b) => a - b);
    const next_ms = ms(next_us - start_us);
    const lit_ms = ends_ms.reduce((sum, end_ms) => sum + end_ms, 0);
    const cold_share = 1 - lit_ms / (slots * next_ms);
    if (cold_share <= coldest_share) continue;
    coldest_share = cold_share;
    const tokens = batch.map((order) => orders.get('output_tokens', order));
    best = {
      slots,
      first_ms: ends_ms[0] as number,
      half_ms: ends_ms[slots / 2 - 1] as number,
      last_ms: ends_ms[slots - 1] as number,
      next_ms,
      tokens_short: Math.min(...tokens),
      tokens_long: Math.max(...tokens),
      ends_ms,
    };
  }
  if (best === null) throw new RangeError(`this crowd makes no full static batch of ${slots}`);
  return best;
}

function ask_eight_bit(engine: Engine, shift: string): Question {
  engine.open(shift);
  const slots = stoves_asked_about;
  engine.set('kv_cache', 1);
  const with_bits = (bits: number): Preview => {
    engine.set('weight_bits', bits);
    return engine.preview(slots, 1);
  };
  const wide = with_bits(16);
  const narrow = with_bits(8);
  const shrinks = (before: number, after: number): boolean =>
    1000 * after <= smaller_permille * before;
  const memory = shrinks(wide.weights_mb, narrow.weights_mb);
  const step = shrinks(preview_us(wide), preview_us(narrow));
  if (!memory && !step) throw new RangeError('8-bit weights change nothing here');
  return {
    kind: 'eight_bit',
    choices: ['memory', 'step', 'both'],
    right: memory && step ? 'both' : memory ? 'memory' : 'step',
    numbers: {
      slots,
      weights_16_mb: wide.weights_mb,
      weights_8_mb: narrow.weights_mb,
      step_16_us: preview_us(wide),
      step_8_us: preview_us(narrow),
      read_16_us: wide.weights_us,
      read_8_us: narrow.weights_us,
      memory_mb: engine.shift(shift).memory_mb,
    },
    shows: { lever: 'weight_bits', value: 8 },
  };
}

/** The claim closest to the truth. */
function nearest<Name extends string>(claims: Record<Name, number>, truth: number): Name {
  const names = Object.keys(claims) as Name[];
  return names.reduce((best, name) =>
    Math.abs(claims[name] - truth) < Math.abs(claims[best] - truth) ? name : best,
  );
}
