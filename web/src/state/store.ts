/**
 * What is kept from visit to visit. A browser may refuse to keep anything, or have no room left; then
 * the page plays on with what it has until it is left, and store_refused() says so.
 */
const prefix = 'llm-kitchen.';

let refused = false;
/** How often the browser did not take something. */
let refusals = 0;
/** What the browser did not take. */
const only_here = new Map<string, string>();

export function read_kept(key: string): string | null {
  const here = only_here.get(key);
  if (here !== undefined) return here;
  try {
    return localStorage.getItem(prefix + key);
  } catch {
    refused = true;
    return null;
  }
}

/** Whether the browser took it. */
export function keep(key: string, value: string): boolean {
  try {
    localStorage.setItem(prefix + key, value);
    only_here.delete(key);
    return true;
  } catch {
    refused = true;
    refusals += 1;
    only_here.set(key, value);
    return false;
  }
}

export function forget(key: string): void {
  only_here.delete(key);
  try {
    localStorage.removeItem(prefix + key);
  } catch {
    refused = true;
  }
}

/** The browser did not take all of what belongs together, so it has none of it. */
export class NotKept extends Error {
  override name = 'NotKept';
}

/** Makes changes of which the browser takes all or none; throws NotKept where it would not. */
export function all_or_nothing<Result>(change: () => Result): Result {
  const before = new Map(kept_keys().map((key) => [key, read_kept(key)]));
  const refusals_before = refusals;
  const result = change();
  if (refusals === refusals_before) return result;
  for (const key of kept_keys()) if (!before.has(key)) forget(key);
  for (const [key, value] of before) if (value !== null) keep(key, value);
  throw new NotKept('the browser has no room, or keeps nothing');
}

export function kept_keys(): string[] {
  const keys = new Set(only_here.keys());
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix)) keys.add(key.slice(prefix.length));
    }
  } catch {
    refused = true;
  }
  return [...keys];
}

export function store_refused(): boolean {
  return refused;
}
