// The built module as JavaScript sees it, without the page's code around it.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as abi from '../../web/src/engine/abi.gen.ts';

const path =
  process.env.LK_WASM ?? fileURLToPath(new URL('../../build/wasm/kitchen.wasm', import.meta.url));
if (!existsSync(path)) throw new Error(`${path} is missing: build it first (./dev wasm)`);

export const compiled = await WebAssembly.compile(readFileSync(path));

export { abi };

const status_names = Object.fromEntries(Object.entries(abi.Status).map(([name, n]) => [n, name]));

/**
 * A new instance. `call` gives the status by name; a text among its values is passed in the text
 * buffer, with its length as the value. Tables are read by name, row and field.
 */
export function open_module() {
  const { exports } = new WebAssembly.Instance(compiled, {});
  exports._initialize?.();
  const bytes = () => new Uint8Array(exports.memory.buffer, exports.lk_address(abi.TEXT_TABLE));
  const put = (text) => {
    const encoded = new TextEncoder().encode(text);
    bytes().set(encoded.subarray(0, abi.TEXT_BYTES_MAX));
    return encoded.length;
  };
  const call = (name, ...values) => {
    const numbers = values.map((value) => (typeof value === 'string' ? put(value) : value));
    return status_names[exports[`lk_${name}`](...numbers)];
  };
  return {
    exports,
    call,
    get(table, field, row = 0) {
      const { index, fields } = abi.tables[table];
      if (!(field in fields)) throw new RangeError(`no field ${field} in ${table}`);
      const stride = Object.keys(fields).length;
      const ints = new Int32Array(exports.memory.buffer, exports.lk_address(index));
      return ints[row * stride + fields[field]];
    },
    /** The state hash as 16 hex digits. */
    hash() {
      exports.lk_refresh();
      const half = (field) => (this.get('view', field) >>> 0).toString(16).padStart(8, '0');
      return half('hash_high') + half('hash_low');
    },
    text() {
      return new TextDecoder().decode(bytes().slice(0, this.get('view', 'text_length')));
    },
    /** Writes a field of a table that the page fills. */
    set(table, field, row, value) {
      const { index, fields } = abi.tables[table];
      const stride = Object.keys(fields).length;
      const ints = new Int32Array(exports.memory.buffer, exports.lk_address(index));
      ints[row * stride + fields[field]] = value;
    },
  };
}
