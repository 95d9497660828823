import type { About } from '../en/about.ts';

export const about: About = {
  title: 'LLM Kitchen: cómo sirve una GPU un modelo de lenguaje',
  description:
    'Un juego corto sobre una cocina con prisa que en realidad es una GPU. Sigue el ritmo de los pedidos y descubre qué aportan el batching, la KV cache y los pesos de 8 bits.',
  claim: ['¿Cuántos pedidos', 'a la vez?'],
  weights: 'leer todos los pesos',
};
