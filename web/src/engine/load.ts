import { Engine, EngineError, engine_from } from './engine.ts';
import { fetch_module } from './module.ts';
// The built module. The same address stands in index.html, which has it fetched once.
import module_url from '@engine/kitchen.wasm?url';

/** Starts the engine that the boot script has fetched. Throws an EngineError that says what is in the way. */
export async function load_engine(): Promise<Engine> {
  // Only the built page has a boot script.
  const arrival = await (globalThis.kitchen_module ?? fetch_module(module_url));
  if ('kind' in arrival) throw new EngineError(arrival.kind, arrival.why);
  return engine_from(arrival);
}
