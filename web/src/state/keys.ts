import type { Session } from './session.svelte.ts';

/** What Space means something to. */
const controls =
  'button, input, select, textarea, summary, [contenteditable], [role="slider"], [tabindex="0"]';

/**
 * Single keys: Space pauses, s makes one step, comma and full stop change the speed, i reads out the
 * state. Not with a modifier, not while typing, and Space not on a control, so that no key does two
 * things. Can be switched off.
 */
export function handle_key(event: KeyboardEvent, session: Session, shortcuts: boolean): void {
  if (!shortcuts || event.defaultPrevented || event.repeat) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target instanceof Element ? event.target : null;
  // Letters mean nothing to a button or a slider, so they work there; Space does.
  const types = target?.closest(
    'input:not([type="range"], [type="radio"], [type="checkbox"]), textarea, select, [contenteditable]',
  );
  if (types) return;
  if (event.key === ' ') {
    if (target?.closest(controls) || !session.running) return;
    event.preventDefault(); // or the page scrolls
    session.toggle();
  } else if (event.key === 's') {
    session.step();
  } else if (event.key === ',') {
    session.change_speed(-1);
  } else if (event.key === '.') {
    session.change_speed(1);
  } else if (event.key === 'i') {
    session.say_state();
  }
}
