import { make_format } from '../format.ts';
import { eight_bit, sixteen_bit } from './bits.ts';
import { real } from '../real.ts';

const f = make_format('en');

/** The texts of each shift, under its text key (game/shift_*.cc). */
export const shift = {
  how_many: {
    title: 'How many at once?',
    /** One line when the shift's new lever arrives. */
    arrives: 'Your lever: how many orders the GPU cooks at once, one stove each.',
    /** What the shift teaches. */
    lesson: (v: { alone_us: number; one_more_us: number }) =>
      `A step for a single order takes ${f.milliseconds(v.alone_us)}, nearly all of it for reading the weights. That read is shared: one more order adds only ${f.milliseconds(v.one_more_us)}. Cooking together is cheap, until steps grow so long that everyone is late.`,
    /** What the player has just been through. */
    lived: (v: { weights_us: number }) =>
      `Reading the weights takes ${f.milliseconds(v.weights_us, 0)} of every step, shared by whoever is on a stove. Too few stoves, and the queue runs out of patience. Too many, and each step stretches until everybody is late together. The answer lies in between.`,
    /** How that compares with a real GPU. */
    real: () =>
      `The same law, only stronger: for a model of ${f.count(real.model_billions)} billion parameters an RTX 4090 reads weights for about ${f.milliseconds(real.weights_read_us, 0)} a step, and one more request adds ${f.decimal(real.per_request_us_min / 1000, 2)}–${f.milliseconds(real.per_request_us_max, 2)}. So real batches can grow larger.`,
  },
  rush_hour: {
    title: 'Rush hour',
    arrives: 'New lever: batching. It decides when a stove that is done gets its next order.',
    lesson: () =>
      'A static batch lasts as long as its longest order. Stoves that finish early stay cold, and no batch size makes up for them. Continuous batching puts the next order on a stove as soon as it is free.',
    lived: () =>
      'Short and long orders came in mixed. In a static batch the short ones finish first, and their stoves wait for the longest. Continuous batching hands each stove on before the next step.',
    real: () =>
      `On real chat traffic, refilling slots alone serves ${f.decimal(real.refill_factor_min, 0)}–${f.decimal(real.refill_factor_max, 0)} times as much at the same batch size.`,
  },
  memory: {
    title: 'Memory almost full',
    arrives: `New: the KV cache and ${eight_bit} weights, sharing one GPU memory.`,
    lesson: () =>
      `The KV cache spends memory to save time: without it, every step computes the whole context again. Weights in ${eight_bit} need half the memory, and that is where the cache finds its room.`,
    lived: (v: { kv_kb_per_token: number; weights_mb: number; weights_8bit_mb: number }) =>
      `Without the KV cache, each step works through every token so far once more. With it, each token keeps ${f.megabytes(v.kv_kb_per_token)}, and beside ${f.gigabytes(v.weights_mb)} of weights that soon fills the memory: orders go back to the queue. In ${eight_bit} the weights take ${f.gigabytes(v.weights_8bit_mb)}, and the cache fits.`,
    real: () =>
      `On real GPUs a step gets ${f.decimal(real.eight_bit_factor_min, 1)}–${f.decimal(real.eight_bit_factor_max, 1)} times as fast from ${sixteen_bit} to ${eight_bit}, not twice: the weights shrink, the rest of the step doesn't. And a token's cache is far smaller, about ${f.megabytes(real.kv_kb_per_token, 2)} for a model of ${f.count(real.model_billions)} billion parameters.`,
  },
};
