// Only for tests: a browser's storage in Node.
import { forget, kept_keys } from './store.ts';

/** Puts an empty storage in place, with room for that many characters; what was kept before is gone. */
export function fake_storage({ room = Infinity } = {}): Storage {
  for (const key of kept_keys()) forget(key);
  const storage = new FakeStorage(room) as unknown as Storage;
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
  return storage;
}

/** Keys are own properties, as in a browser; methods are not. */
class FakeStorage {
  readonly #room: number;

  constructor(room: number) {
    this.#room = room;
  }

  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(Reflect.get(this, key)) : null;
  }

  setItem(key: string, value: string): void {
    const others = Object.entries(this).filter(([other]) => other !== key);
    const used = others.reduce((sum, [name, text]) => sum + name.length + String(text).length, 0);
    if (used + key.length + value.length > this.#room) throw new RangeError('QuotaExceededError');
    Reflect.set(this, key, value);
  }

  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}
