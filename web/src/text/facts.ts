import type { Facts } from './facts_of.ts';

// Put in by vite.config.ts.
declare const KITCHEN_FACTS: Facts;

export const facts: Facts = KITCHEN_FACTS;
