import { make_format } from '../format.ts';
import { eight_bit, sixteen_bit } from './bits.ts';
import { real } from '../real.ts';

const f = make_format('en');

export const learn = {
  how: {
    heading: 'How to play',
    steps: {
      request: () =>
        'Every order is a request to a language model: a prompt comes in, and the answer is cooked one token at a time.',
      batch: () =>
        'Your GPU cooks one batch. Each decode step adds a token to every order that has a stove; the others wait in the queue.',
      levers: (v: { duration_ms: number }) =>
        `Set the levers, then start the shift of ${f.count(v.duration_ms / 1000)} seconds. You may change them while it runs.`,
      pass: (v: { pass_percent: number }) =>
        `Serve ${f.percent(v.pass_percent)} of the orders and you pass. The ring around an order is its patience: once it is empty, the order leaves, and you see why.`,
      crowd: () =>
        'Everyone gets the same crowd. Whoever serves more has set up the better kitchen.',
    },
  },
  /** A link. */
  cheat_sheet: 'Cheat sheet to print, in a new tab',
  teaches: { heading: 'What each shift teaches' },
  scale: {
    heading: 'What is real, what is scaled',
    intro: () =>
      `The shape of the costs is that of real decoding: each step reads all the weights, work grows with every request in the batch, the KV cache grows with every token, and ${eight_bit} weights halve both the memory and the bytes read.`,
    scaled: (v: { duration_ms: number }) =>
      `The numbers are scaled to fit ${f.count(v.duration_ms / 1000)} seconds of play. Compare them with each other; they don’t measure any GPU.`,
    column: { what: 'What', game: 'In this kitchen', real: 'On a real GPU' },
    row: {
      weights: {
        what: 'Reading all weights, per step',
        game: (v: { weights_us: number }) => f.milliseconds(v.weights_us, 0),
        real: () => `about ${f.milliseconds(real.weights_read_us, 0)}`,
      },
      one_more: {
        what: 'One more request in the step',
        game: (v: { one_more_us: number }) => f.milliseconds(v.one_more_us),
        real: () =>
          `${f.decimal(real.per_request_us_min / 1000, 2)}–${f.milliseconds(real.per_request_us_max, 2)}`,
      },
      kv: {
        what: 'KV cache per token (shift on memory)',
        game: (v: { kv_kb_per_token: number }) => f.megabytes(v.kv_kb_per_token),
        real: () => `about ${f.megabytes(real.kv_kb_per_token, 2)}`,
      },
      eight_bit: {
        what: `A step in ${eight_bit} instead of ${sixteen_bit}`,
        game: (v: { eight_bit_factor: number }) =>
          `${f.decimal(v.eight_bit_factor, 1)} times as fast, for one order`,
        real: () =>
          `${f.decimal(real.eight_bit_factor_min, 1)}–${f.decimal(real.eight_bit_factor_max, 1)} times as fast`,
      },
      refill: {
        what: 'Continuous instead of static batching',
        game: (v: { refill_factor: number; refill_slots: number }) =>
          `serves ${f.decimal(v.refill_factor, 1)} times as much with ${f.count(v.refill_slots)} slots`,
        real: () =>
          `serves ${f.decimal(real.refill_factor_min, 0)}–${f.decimal(real.refill_factor_max, 0)} times as much on chat traffic`,
      },
    },
    example: () =>
      `Milliseconds and megabytes: a model of ${f.count(real.model_billions)} billion parameters in ${sixteen_bit} on an RTX 4090.`,
  },
  faq: {
    heading: 'Questions',
    batching: {
      question: 'Why does batching make LLM serving faster?',
      answer: (v: { alone_us: number; example_slots: number; together_us: number }) =>
        `A decode step has to fetch every weight of the model from memory, and that takes equally long for one request or for many. A larger batch splits this cost, so more tokens come out per second even though each step takes a little longer. Here a token costs ${f.milliseconds(v.alone_us)} alone and ${f.milliseconds(v.together_us)} in a batch of ${f.count(v.example_slots)}.`,
    },
    continuous: {
      question: 'What is continuous batching?',
      answer: () =>
        'A static batch is closed: the next one starts only when its last request is done, so slots with short answers stand empty meanwhile. Continuous batching gives a slot to the next request as soon as it is free, between two decode steps.',
    },
    kv_cache: {
      question: 'What is the KV cache for?',
      answer: () =>
        'To make the next token, a model needs the keys and values of all tokens before it. The KV cache keeps them, so that they are computed only once. The price is memory, which grows with each token of each request on the GPU.',
    },
    quantise: {
      question: 'Why quantise the weights?',
      answer: () =>
        `Stored in ${eight_bit} instead of ${sixteen_bit}, weights take half the memory and leave more of it to the KV cache. And since decoding mostly waits for weights to arrive from memory, fewer bytes make each step faster, ${f.decimal(real.eight_bit_factor_min, 1)}–${f.decimal(real.eight_bit_factor_max, 1)} times on real GPUs.`,
    },
  },
  /** Name of the link beside a heading that leads to itself. */
  link_to: (v: { heading: string }) => `Link to “${v.heading}”`,
};
