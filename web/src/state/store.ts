/**
 * What is kept from visit to visit. A browser may refuse to keep anything; then the page plays on
 * with what it has, and store_refused() says so.
 */
const prefix = 'llm-kitchen.';

let refused = false;

export function read_kept(key: string): string | null {
  try {
    return localStorage.getItem(prefix + key);
  } catch {
    refused = true;
    return null;
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(prefix + key, value);
  } catch {
    refused = true;
  }
}

export function store_refused(): boolean {
  return refused;
}
