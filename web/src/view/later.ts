// What isn't on the first screen: fetched once the kitchen stands there ready.
export { default as Debrief } from './debrief/debrief.svelte';
export { default as Learn } from './learn/learn.svelte';
export { default as Question } from './play/question.svelte';
export { Flights } from './play/flights.ts';
export { default as SettingsPanel } from './shell/settings_panel.svelte';
export { Ghost } from '../state/ghost.ts';
export { default as Update } from './shell/update.svelte';
