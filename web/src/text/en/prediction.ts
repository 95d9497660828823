import type { EightBitNumbers, ShareNumbers, StaticNumbers } from '../../state/prediction.ts';
import { make_format } from '../format.ts';
import { eight_bit, sixteen_bit } from './bits.ts';

const f = make_format('en');

/** The one question of each shift, and what came of the guess. */
export const prediction = {
  heading: 'A guess before you go on',
  skip: 'Skip',
  never: 'Never ask',
  right: 'That’s it.',
  wrong: 'Not quite.',
  /** Of a wrong guess, in the words of the choices. */
  guessed_wrong: (v: { chosen: string; right: string }) =>
    `You said “${v.chosen}”; it is “${v.right}”.`,
  ask_at_all: 'One question per shift',
  ask_again: 'Ask me again',
  /** In the debrief. */
  guessed: 'Your guess',
  truth: 'What happens',

  share: {
    ask: (v: ShareNumbers) =>
      `With ${f.count(v.slots)} stoves lit instead of one, how long does a step take?`,
    choices: {
      times: (v: ShareNumbers) => `${f.count(v.slots)} times as long`,
      twice: 'Twice as long',
      barely: 'Only a little longer',
    },
    answer: (v: ShareNumbers) =>
      `${f.milliseconds(v.one_us)} for one order, ${f.milliseconds(v.many_us)} for ${f.count(v.slots)}: ${f.factor(v.factor)} the time for ${f.count(v.slots)} times the tokens. Reading the weights takes ${f.milliseconds(v.weights_us, 0)} of both.`,
    show: (v: ShareNumbers) => `Try ${f.count(v.slots)} stoves`,
    bar: {
      one: 'one order',
      many: (v: ShareNumbers) => `${f.count(v.slots)} orders`,
    },
  },

  static_wait: {
    ask: (v: StaticNumbers) =>
      `Picture a static batch of ${f.count(v.slots)}. Its orders want ${f.count(v.tokens_short)} to ${f.count(v.tokens_long)} tokens. When can the next orders start?`,
    choices: {
      first: 'As soon as one is done',
      half: 'Once half are done',
      last: 'When the longest is done',
    },
    answer: (v: StaticNumbers) =>
      `In this crowd: one stove was done after ${f.seconds(v.first_ms)}, but the next orders came in after ${f.seconds(v.next_ms)}. The hatched stretches are cold stoves.`,
    show: () => 'Try continuous',
    bar: {
      order: (v: StaticNumbers) => `${f.count(v.slots)} stoves`,
      next: 'next batch',
    },
  },

  eight_bit: {
    ask: () => `Weights in ${eight_bit} instead of ${sixteen_bit}: what becomes smaller?`,
    choices: {
      memory: 'Only the memory they take',
      step: 'Only the time of a step',
      both: 'Both',
    },
    answer: (v: EightBitNumbers) =>
      `Weights: ${f.gigabytes(v.weights_16_mb)} become ${f.gigabytes(v.weights_8_mb)}. A step for ${f.count(v.slots)} orders: ${f.milliseconds(v.step_16_us)} become ${f.milliseconds(v.step_8_us)}, because fewer bytes are read.`,
    show: () => `Try ${eight_bit}`,
    bar: {
      memory: (v: { bits: string }) => `memory, ${v.bits}`,
      step: (v: { bits: string }) => `step, ${v.bits}`,
    },
  },
};
