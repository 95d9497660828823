// Asks the very module that ships for the numbers that the texts name.
import { readFileSync } from 'node:fs';
import { engine_from } from '../src/engine/engine.ts';
import { facts_of, type Facts } from '../src/text/facts_of.ts';

export async function read_facts(module_path: string): Promise<Facts> {
  return facts_of(await engine_from(await WebAssembly.compile(readFileSync(module_path))));
}
