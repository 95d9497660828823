/** What search engines, shared links and an installed app say of the page; not part of the page itself. */
export const about = {
  title: 'LLM Kitchen: how a GPU serves a language model',
  description:
    'A short game about a busy kitchen that is really a GPU. Keep up with the orders, and find out what batching, the KV cache and 8-bit weights do for serving a language model.',
  /** On the picture of a shared link: two short lines, and the name of the long bar below them. */
  claim: ['How many orders', 'at once keep up?'],
  weights: 'reading all weights',
};

export type About = typeof about;
