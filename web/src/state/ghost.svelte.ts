import { keep, read_kept } from './store.ts';

let shown = $state(read_kept('ghost') !== 'off');

/** Whether the best run is shown beside the one that is played. */
export const ghost = {
  get on(): boolean {
    return shown;
  },
  set on(on: boolean) {
    shown = on;
    keep('ghost', on ? 'on' : 'off');
  },
};
