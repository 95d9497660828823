import { make_format } from '../format.ts';
import { eight_bit, sixteen_bit } from './bits.ts';
import { plural } from '../plural.ts';

const f = make_format('en');

const orders = (count: number): string => `${f.count(count)} ${plural(count, 'order', 'orders')}`;

/** A kitchen of one's own: its crowd, its costs, its memory. */
export const free = {
  tab: 'Free kitchen',
  title: 'Free kitchen',
  arrives: 'Your own crowd, GPU and memory, with every lever. The goal is the same.',
  started: (v: { duration_ms: number; slots: number }) =>
    `The free kitchen has opened: ${f.count(v.duration_ms / 1000)} seconds, at most ${f.count(v.slots)} at once.`,

  region: 'Set up the free kitchen',
  start_from: 'Start from',
  first: 'A busy house, to begin with.',
  own: 'A mix of your own.',
  orders: (v: { orders: number }) => `${orders(v.orders)} will come.`,
  every: 'Crowd, GPU and memory',
  another_crowd: 'Another crowd',
  reset: 'Undo all',
  share: 'Share this kitchen',
  copied: 'The link is copied.',
  by_hand: 'Copy this link:',
  share_title: 'LLM Kitchen: a kitchen to try',
  blocked: 'It can’t start like this.',

  preset: {
    chat: {
      name: 'Chat',
      line: 'Short questions, answers of every length. Refilling stoves pays.',
    },
    code: { name: 'Code', line: 'Long prompts, short answers. Much of a step is reading prompts.' },
    documents: {
      name: 'Documents',
      line: 'Few orders, huge prompts. Their KV cache fills the memory.',
    },
    rush: {
      name: 'Rush hour',
      line: 'Everybody walks in together. Too many at once, and all are late.',
    },
    small_gpu: { name: 'Small GPU', line: `Only with ${eight_bit} weights is there room to cook.` },
    huge_gpu: { name: 'Huge GPU', line: 'Fast memory and plenty of it. Light every stove.' },
  },

  group: {
    crowd: {
      name: 'Crowd',
      help: 'How many come. The seed rolls the dice: same seed, same crowd.',
    },
    length: {
      name: 'Lengths',
      help: 'Tokens that an order brings, and tokens it wants. A few may want far more.',
    },
    patience: {
      name: 'Patience',
      help: 'An order leaves after the base time plus a while for each token.',
    },
    memory: {
      name: 'GPU memory',
      help: `Weights in ${sixteen_bit}; ${eight_bit} takes half. The rest is for the KV cache.`,
    },
    step: {
      name: 'One decode step',
      help: 'Reading the weights once, then a bit for each order, token and cached token.',
    },
  },
  field: {
    seed: 'Seed',
    orders_per_min: 'Orders',
    groups: 'Groups that walk in together',
    group_orders: 'Orders per group',
    prompt_tokens_min: 'Prompt, shortest',
    prompt_tokens_max: 'Prompt, longest',
    output_tokens_min: 'Answer, shortest',
    output_tokens_max: 'Answer, longest',
    long_orders_percent: 'Share that wants more',
    long_output_tokens: 'Their answer',
    patience_base_ms: 'Base time',
    patience_per_token_ms: 'For each token',
    weights_read_us: 'Reading all weights',
    per_request_us: 'Each order',
    per_token_us: 'Each token computed',
    per_context_ns: 'Each cached token read',
    memory_mb: 'Memory',
    weights_mb: `Weights in ${sixteen_bit}`,
    kv_kb_per_token: 'KV cache per token',
  },
  unit: {
    per_minute: 'per min',
    orders: 'orders',
    tokens: 'tokens',
    percent: '%',
    seconds: 's',
    milliseconds: 'ms',
    gigabytes: 'GB',
    megabytes: 'MB',
  },
  slider: (v: { name: string }) => `${v.name}, slider`,

  /** Why a kitchen can't be built. Numbers of a field come with their unit. */
  wrong: {
    value_out_of_range: (v: { first: string; last: string; step: string }) =>
      `From ${v.first} to ${v.last}, in steps of ${v.step}.`,
    min_over_max: (v: { last: string }) =>
      `The shortest can’t be longer than the longest, ${v.last}.`,
    weights_over_memory: (v: { last: string }) => `They don’t fit into the memory of ${v.last}.`,
    no_orders: 'Nobody would come.',
    too_many_orders: (v: { found: number; last: number }) =>
      `${orders(v.found)} would come; at most ${f.count(v.last)} can.`,
  },

  /** A link whose code doesn't hold. */
  refused: {
    heading: 'This kitchen can’t be built',
    field: (v: { name: string; found: string; why: string }) => `${v.name}: ${v.found}. ${v.why}`,
    truncated: 'The end of its link is missing.',
    trailing_text: (v: { at: number }) =>
      `Something follows its code in the link, from character ${f.count(v.at)}.`,
    damaged: (v: { at: number }) => `Its link is damaged at character ${f.count(v.at)}.`,
    way_on: 'Ask for the link again, or set up a kitchen of your own.',
    open: 'Set up a free kitchen',
  },
};
