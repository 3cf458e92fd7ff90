/** Composes the brands: their data for the environment that runs. */
import { type BrandRegistry, describeProblem, findSamples, loadBrands } from '#src/branding/index.server.ts';
import type { Env } from '#src/kernel/env/env.server.ts';
import { RefusedStart } from '#src/kernel/process/start-refusal.server.ts';

/** Reads the folder of the brands; a mistake in it stops the start, and in production a company that is the base's sample. */
export function readBrands({ appEnv, sandbox }: Pick<Env, 'appEnv' | 'sandbox'>, dir: string): BrandRegistry {
  const loaded = loadBrands({ dir, environment: appEnv, outsideWorldOrigin: sandbox?.origin ?? '' });
  if (!loaded.ok)
    throw new RefusedStart(`The brands' data has mistakes:\n${loaded.error.map(describeProblem).join('\n')}`);
  const samples = appEnv === 'production' ? findSamples(loaded.value, dir) : [];
  if (samples.length > 0)
    throw new RefusedStart(`Sample data must not sell in production:\n${samples.map(describeProblem).join('\n')}`);
  return loaded.value;
}
