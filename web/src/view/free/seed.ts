import type { FreeField } from '../../engine/engine.ts';

/** Another seed than `now`, at random. */
export function new_seed(
  field: Pick<FreeField, 'first' | 'last'> | undefined,
  now: number | undefined,
  random: () => number = Math.random,
): number {
  if (!field) throw new RangeError('the free kitchen has no seed');
  const { first, last } = field;
  const seed = first + Math.floor(random() * (last - first));
  return now !== undefined && seed >= now ? seed + 1 : seed;
}
