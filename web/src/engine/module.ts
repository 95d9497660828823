/**
 * The engine's module, fetched and compiled off the main thread. The boot script begins with it while the
 * page's own script is still on its way, so this file stands in both and imports nothing.
 */

/** Why there is no module, as in an EngineError. */
interface Missing {
  kind: 'unsupported' | 'unreachable' | 'wrong_module';
  why: string;
}
export type Arrival = WebAssembly.Module | Missing;

declare global {
  /** What the boot script has under way. */
  var kitchen_module: Promise<Arrival> | undefined;
}

/** Never rejects: nobody may be listening yet. */
export async function fetch_module(address: string): Promise<Arrival> {
  if (typeof WebAssembly !== 'object') {
    return { kind: 'unsupported', why: 'this browser has no WebAssembly' };
  }
  let bytes: ArrayBuffer;
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`status ${response.status}`);
    bytes = await response.arrayBuffer();
  } catch (cause) {
    return { kind: 'unreachable', why: `${address}: ${String(cause)}` };
  }
  try {
    // Not compileStreaming: it fails on a host that serves another type than application/wasm.
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    return { kind: 'wrong_module', why: String(cause) };
  }
}
