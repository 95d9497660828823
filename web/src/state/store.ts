/**
 * What is kept from visit to visit. A browser may refuse to keep anything, or have no room left; then
 * the page plays on with what it has until it is left, and store_refused() says so.
 */
const prefix = 'llm-kitchen.';

let refused = false;
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
