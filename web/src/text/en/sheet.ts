import { eight_bit } from './bits.ts';

/**
 * The printed cheat sheet, a page of its own (tools/sheet.ts): what isn't said elsewhere already. Not
 * part of the page's own texts, so the page doesn't load it.
 */
export const sheet = {
  title: 'Cheat sheet',
  back: 'To the kitchen',
  paper: 'Print this page: it fills one sheet of A4 or Letter.',
  law: {
    heading: 'The law',
    line: 'A decode step reads **all the weights once**, however many requests are in the batch, and adds **one token to each** of them.',
    parts: {
      step: 'One step',
      weights: 'read all weights',
      requests: 'work for each request',
      kv: 'read the KV cache',
      prefill: 'compute what isn’t cached',
    },
    together: 'In this kitchen',
    column: {
      slots: 'Requests at once',
      step: 'One step takes',
      token: 'Per token',
      rate: 'Tokens a second',
    },
  },
  levers: {
    heading: 'The levers',
    slots:
      'More requests share each read of the weights. Too few: the queue runs out of patience. Too many: each step is long, and all are late together.',
    batching:
      'Continuous gives a free slot to the next request before the next step. Static leaves it empty until the longest request of the batch is done.',
    kv_cache:
      'Keeps keys and values, so that context is computed once. It takes memory for each token; when that is full, the latest request is preempted: back to the queue, to be computed again.',
    weight_bits: `In ${eight_bit} there is half as much to read, and half the memory is free for the KV cache. What it may cost in quality is left out of the game.`,
  },
  lost: {
    heading: 'Why an order is lost, and what helps',
    no_free_slot: 'more at once',
    static_batch: 'continuous batching',
    memory_full: `${eight_bit} weights, or fewer at once`,
    step_too_slow: `fewer at once, the KV cache, ${eight_bit} weights`,
  },
  keys: 'Keys',
};

export type Sheet = typeof sheet;
