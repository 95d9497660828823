import type { Session } from './session.svelte.ts';

/** What Space means something to: not a slider, on which it would only scroll the kitchen away. */
const controls =
  'button, input:not([type="range"]), select, textarea, summary, [contenteditable], [tabindex="0"]';

const actions = new Map<string, (session: Session) => void>([
  [' ', (session) => session.toggle()],
  ['s', (session) => session.step()],
  [',', (session) => session.change_speed(-1)],
  ['.', (session) => session.change_speed(1)],
  ['i', (session) => session.say_state()],
]);

/**
 * Single keys: Space pauses, s makes one step, comma and full stop change the speed, i reads out the
 * state. Not with a modifier, not while typing, and Space not on a control, so that no key does two
 * things. Can be switched off.
 */
export function handle_key(event: KeyboardEvent, session: Session, shortcuts: boolean): void {
  if (!shortcuts || event.defaultPrevented || event.repeat) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target instanceof Element ? event.target : null;
  // Letters mean nothing to a button or a slider, so they work there. Space means something to a button.
  const types = target?.closest(
    'input:not([type="range"], [type="radio"], [type="checkbox"]), textarea, select, [contenteditable]',
  );
  if (types) return;
  if (event.key === ' ' && (target?.closest(controls) || !session.running)) return;
  const act = actions.get(event.key);
  if (!act) return;
  // Or Space scrolls; and for any key the browser lays out the page at once, to see if it is typed.
  event.preventDefault();
  act(session);
}
