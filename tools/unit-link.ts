/**
 * Makes, or takes away, the link by which a person of a school's unit says what was handed over there. Who they are is in
 * the brand's `franchises.json`. A new link ends the person's earlier ones; the secret in it is shown this once.
 *
 *     npm run unit-link -- wise-up sp-paulista ana
 *     npm run unit-link -- wise-up sp-paulista ana --revoke
 */
import path from 'node:path';
import { createKysely, createPool, type DatabaseAddress } from '#src/kernel/db/pool.server.ts';
import { loadBrands } from '#src/branding/index.server.ts';
import { type Appointment, appointPerson, revokePerson } from '#src/domain/claims/index.server.ts';
import type { Database } from '#src/domain/database/index.server.ts';
import { bringUp } from '#src/kernel/db/embedded-postgres.server.ts';
import { migrate } from '#src/kernel/db/migrate.server.ts';
import { startDatabase } from '#src/kernel/db/start-database.server.ts';
import { describeEnvProblems, type Env, readEnv } from '#src/kernel/env/env.server.ts';
import { createLog } from '#src/kernel/log/log.server.ts';
import { VirtualClock } from '#src/kernel/time/clock.ts';
import { projectRoot } from './brands/brand-files.ts';

/** The person as the brand's data has them; a sentence where it has none. */
function findPerson(env: Env, [brand = '', unitId = '', person = '']: readonly string[]): Appointment | string {
  const dir = path.join(projectRoot, 'brands');
  const loaded = loadBrands({ dir, environment: env.appEnv, outsideWorldOrigin: env.sandbox?.origin ?? '' });
  if (!loaded.ok) return 'The brands’ data has mistakes: npm run check-brands';
  const units = loaded.value.brands.filter((one) => one.brand === brand).flatMap((one) => one.units);
  const unit = units.find(({ id }) => id === unitId);
  const name = unit?.people?.[person];
  if (name !== undefined) return { brand, unitId, person, name };
  return `Nobody is called ${person} in the unit ${unitId} of ${brand}: see brands/${brand}/franchises.json`;
}

interface Reached {
  readonly address: DatabaseAddress;
  readonly leave: () => Promise<void>;
}

/** The database that the environment names: beside a product that runs, or alone. */
async function reachDatabase(env: Env): Promise<Reached | string> {
  const own = await startDatabase(env, createLog({ level: 'error' }));
  if (own.ok) return { address: own.value.poolConfig, leave: own.value.stop };
  if (env.databaseUrl !== null) return own.error.message;
  const running = await bringUp(env);
  if (!running.ok) return running.error.message;
  return { address: { ...running.value.maintenance, database: 'matricula' }, leave: () => Promise.resolve() };
}

async function run(): Promise<string> {
  const env = readEnv(process.env);
  if (!env.ok) throw new Error(describeEnvProblems(env.error));
  const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
  const who = findPerson(env.value, words);
  if (typeof who === 'string') throw new Error(who);
  const reached = await reachDatabase(env.value);
  if (typeof reached === 'string') throw new Error(reached);
  const migrated = await migrate(reached.address);
  if (!migrated.ok) throw new Error(migrated.error.message);
  const pool = createPool(reached.address, { max: 1 });
  const ctx = { db: createKysely<Database>(pool), clock: new VirtualClock() };
  try {
    if (process.argv.includes('--revoke'))
      return (await revokePerson(ctx, who)) ? `${who.name} acts for the unit no more.` : `${who.name} had no link.`;
    const { person, token } = await appointPerson(ctx, who);
    return `${env.value.publicOrigin}/unit/${person.id}?t=${token}`;
  } finally {
    await pool.end();
    await reached.leave();
  }
}

try {
  console.log(await run());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
