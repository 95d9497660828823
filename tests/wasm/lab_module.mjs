// lab.wasm as JavaScript sees it (wasm/lab.h), and runs of it as text (wasm/lab_text.h).
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path =
  process.env.LK_LAB_WASM ?? fileURLToPath(new URL('../../build/wasm/lab.wasm', import.meta.url));
if (!existsSync(path)) throw new Error(`${path} is missing: build it first (./dev wasm)`);

export const compiled = await WebAssembly.compile(readFileSync(path));

/** A run as text: its settings, and the figures that came of it, by name. */
export function parse_lab_text(text) {
  const run = { settings: new Map(), figures: new Map() };
  for (const line of text.trimEnd().split('\n')) {
    const [key, name, number] = line.split(' ');
    if (key === 'set') run.settings.set(name, Number(number));
    else if (key === 'got') run.figures.set(name, BigInt(number));
    else if (key !== '#') throw new Error(`neither a setting nor a figure: ${line}`);
  }
  return run;
}

/** A new instance. Calls throw with the module's own reason where it refuses. */
export function open_lab() {
  const { exports } = new WebAssembly.Instance(compiled, {});
  exports._initialize?.();
  const { buffer } = exports.memory;
  const text_at = (address) => {
    const bytes = new Uint8Array(buffer, address);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  };
  const setting_names = text_at(exports.lab_setting_names()).split(' ');
  const figure_names = text_at(exports.lab_figure_names()).split(' ');
  const settings = new Float64Array(buffer, exports.lab_settings(), setting_names.length);
  const figures = new BigInt64Array(buffer, exports.lab_figures(), figure_names.length);
  const rows_max = exports.lab_requests_max();
  const rows = new BigInt64Array(buffer, exports.lab_requests(), 3 * rows_max);
  const call = (name, ...values) => {
    if (exports[name](...values) !== 0) throw new Error(text_at(exports.lab_problem()));
  };
  return {
    exports,
    setting_names,
    rows_max,
    /** Takes settings by name, all of them. */
    set_up(given) {
      setting_names.forEach((name, place) => (settings[place] = given.get(name) ?? NaN));
      const known = new Set(setting_names);
      for (const name of given.keys()) {
        if (!known.has(name)) throw new RangeError(`there is no setting ${name}`);
      }
      call('lab_set_up');
    },
    draw: () => call('lab_draw'),
    /** Rows of arrival_ps, prompt and output tokens, as numbers or BigInt. */
    put_requests(requests) {
      requests.forEach((row, at) => row.forEach((value, i) => (rows[3 * at + i] = BigInt(value))));
    },
    requests: (count) =>
      Array.from({ length: count }, (_, at) => [...rows.subarray(3 * at, 3 * at + 3)]),
    /** Serves the first `count` requests and works out the figures. */
    run(count) {
      call('lab_run', count);
      call('lab_read');
    },
    /** Figures of the last run by name, as BigInt, the hashes among them. */
    figures() {
      call('lab_hash');
      return new Map(figure_names.map((name, place) => [name, figures[place]]));
    },
  };
}
