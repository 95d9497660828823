import { current_language, set_language, type Language } from '../text/index.ts';
import { first_motion, first_theme, show_motion, type Motion, type Theme } from './first.ts';
import { kept_switch } from './kept_switch.svelte.ts';
import { keep } from './store.ts';

let theme = $state(first_theme());
let motion = $state(first_motion());
const sound = kept_switch('sound', false);
/** Whatever is kept, there are no sounds until they are switched on again. */
let silenced = $state(false);
let sound_failed = $state(false);
const shortcuts = kept_switch('shortcuts', true);

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
    return sound.on && !silenced;
  },
  set sound(on: boolean) {
    sound.on = on;
    silenced = sound_failed = false;
  },
  /** What makes the sounds didn't arrive; until this is put away, or they are switched on again. */
  get sound_failed(): boolean {
    return sound_failed;
  },
  set sound_failed(failed: boolean) {
    sound_failed = failed;
    // The wish stays kept: the next visit tries again.
    if (failed) silenced = true;
  },
  /** Whether single keys do something. */
  get shortcuts(): boolean {
    return shortcuts.on;
  },
  set shortcuts(on: boolean) {
    shortcuts.on = on;
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
