import { kept_switch } from './kept_switch.svelte.ts';

/** Whether the best run is shown beside the one that is played. */
export const ghost = kept_switch('ghost', true);
