import { Engine, EngineError, engine_from } from './engine.ts';
// The built module. The same address stands in index.html's preload, so it is fetched once.
import module_url from '@engine/kitchen.wasm?url';

/** Fetches and starts the engine. Throws an EngineError that says what is in the way. */
export async function load_engine(): Promise<Engine> {
  if (typeof WebAssembly !== 'object') {
    throw new EngineError('unsupported', 'this browser has no WebAssembly');
  }
  return engine_from(await fetch_module());
}

async function fetch_module(): Promise<WebAssembly.Module> {
  let bytes: ArrayBuffer;
  try {
    const response = await fetch(module_url);
    if (!response.ok) throw new Error(`status ${response.status}`);
    bytes = await response.arrayBuffer();
  } catch (cause) {
    throw new EngineError('unreachable', `${module_url}: ${String(cause)}`);
  }
  try {
    // Not compileStreaming: it fails on a host that serves another type than application/wasm.
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    throw new EngineError('wrong_module', String(cause));
  }
}
