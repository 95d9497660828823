import { keep, read_kept } from './store.ts';

/** A choice of on or off that is kept from visit to visit; `first` until someone chooses. */
export function kept_switch(key: string, first: boolean): { on: boolean } {
  let on = $state(first ? read_kept(key) !== 'off' : read_kept(key) === 'on');
  return {
    get on() {
      return on;
    },
    set on(wanted) {
      on = wanted;
      keep(key, wanted ? 'on' : 'off');
    },
  };
}
