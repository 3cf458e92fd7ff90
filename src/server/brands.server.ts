/** Composes the brands: their data for the current environment. */
import { type BrandRegistry, describeProblem, findSampleData, loadBrands } from '#src/branding/index.server.ts';
import type { Env } from '#src/server/env.server.ts';
import { StartupError } from '#src/kernel/env/startup-error.server.ts';

/** Reads the folder of the brands; a mistake stops the start, and in production so does the sample company. */
export function readBrands({ appEnv, sandbox }: Pick<Env, 'appEnv' | 'sandbox'>, dir: string): BrandRegistry {
  const loaded = loadBrands({ dir, environment: appEnv, sandboxOrigin: sandbox?.origin ?? '' });
  if (!loaded.ok)
    throw new StartupError(`The brands' data has mistakes:\n${loaded.error.map(describeProblem).join('\n')}`);
  const samples = appEnv === 'production' ? findSampleData(loaded.value, dir) : [];
  if (samples.length > 0)
    throw new StartupError(`Sample data must not sell in production:\n${samples.map(describeProblem).join('\n')}`);
  return loaded.value;
}
