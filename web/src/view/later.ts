// What isn't on the first screen: fetched once the kitchen stands there ready.
export { default as Debrief } from './debrief/debrief.svelte';
export { default as Learn } from './learn/learn.svelte';
