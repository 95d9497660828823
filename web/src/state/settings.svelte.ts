import { current_language, set_language, type Language } from '../text/index.ts';
import { first_motion, first_theme, show_motion, type Motion, type Theme } from './first.ts';
import { keep, read_kept } from './store.ts';

let theme = $state(first_theme());
let motion = $state(first_motion());
let sound = $state(read_kept('sound') === 'on');
let sound_failed = $state(false);
let shortcuts = $state(read_kept('shortcuts') !== 'off');

export const settings = {
  get theme(): Theme {
    return theme;
  },
  set theme(wanted: Theme) {
    theme = wanted;
    keep('theme', wanted);
    if (wanted === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = wanted;
  },
  /** What the player wants; root[data-motion='reduced'] says what holds, the system's wish included. */
  get motion(): Motion {
    return motion;
  },
  set motion(wanted: Motion) {
    motion = wanted;
    keep('motion', wanted);
    show_motion(wanted);
  },
  /** Off until someone switches it on. */
  get sound(): boolean {
    return sound;
  },
  set sound(on: boolean) {
    sound = on;
    sound_failed = false;
    keep('sound', on ? 'on' : 'off');
  },
  /** What makes the sounds didn't arrive; until this is put away, or they are switched on again. */
  get sound_failed(): boolean {
    return sound_failed;
  },
  set sound_failed(failed: boolean) {
    sound_failed = failed;
    // The wish stays kept: the next visit tries again.
    if (failed) sound = false;
  },
  /** Whether single keys do something. */
  get shortcuts(): boolean {
    return shortcuts;
  },
  set shortcuts(on: boolean) {
    shortcuts = on;
    keep('shortcuts', on ? 'on' : 'off');
  },
};

/** Shows a language and keeps the choice; the address follows, so that a copied link agrees. */
export async function choose_and_keep_language(language: Language): Promise<void> {
  await set_language(language);
  keep('language', current_language());
  const query = new URLSearchParams(location.search);
  query.set('lang', current_language());
  history.replaceState(history.state, '', `?${query}${location.hash}`);
}
