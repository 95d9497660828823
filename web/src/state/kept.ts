/**
 * What is kept, read so that whoever shows it follows: what is put here, and what another tab keeps,
 * counts at once.
 */
import { createSubscriber } from 'svelte/reactivity';
import { forget, keep, kept_keys, read_kept } from './store.ts';

let changed = (): void => {};
const subscribe = createSubscriber((update) => {
  changed = update;
  addEventListener('storage', update);
  return () => removeEventListener('storage', update);
});

export function read(key: string): string | null {
  subscribe();
  return read_kept(key);
}

export function put(key: string, value: string): void {
  keep(key, value);
  changed();
}

/** Forgets everything that was ever kept, choices such as the language too. */
export function forget_everything(): void {
  for (const key of kept_keys()) forget(key);
  changed();
}
