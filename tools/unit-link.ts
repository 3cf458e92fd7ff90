/**
 * Makes or revokes the link by which a staff member of a unit records in-person payments. Staff members are listed in the
 * brand's `franchises.json`. A new link ends the earlier ones of the staff member; its secret is shown once.
 *
 *     npm run unit-link -- wise-up sp-paulista ana
 *     npm run unit-link -- wise-up sp-paulista ana --revoke
 */
import path from 'node:path';
import { createKysely, createPool } from '#src/kernel/db/pool.server.ts';
import { loadBrands } from '#src/branding/index.server.ts';
import { type StaffMemberInput, addStaffMember, revokeStaffMember } from '#src/domain/in-person/index.server.ts';
import type { Database } from '#src/domain/database/index.server.ts';
import { silentLog } from '#src/kernel/log/log.server.ts';
import { withoutRetry } from '#src/kernel/db/database-retry.server.ts';
import { ensureDatabase } from '#src/server/prepare-database.server.ts';
import { describeEnvProblems, type Env, readEnv } from '#src/server/env.server.ts';
import { projectRoot } from './brands/brand-files.ts';
import { productClock } from './database/product-clock.ts';
import { reachDatabase } from './database/reach-database.ts';

/** The staff member in the brand's data; an error sentence when there is none. */
function findPerson(env: Env, [brand = '', unitId = '', person = '']: readonly string[]): StaffMemberInput | string {
  const dir = path.join(projectRoot, 'brands');
  const loaded = loadBrands({ dir, environment: env.appEnv, sandboxOrigin: env.sandbox?.origin ?? '' });
  if (!loaded.ok) return 'The brands’ data has mistakes: npm run check-brands';
  const units = loaded.value.brands.filter((one) => one.brand === brand).flatMap((one) => one.units);
  const unit = units.find(({ id }) => id === unitId);
  const name = unit?.people?.[person];
  if (name !== undefined) return { brand, unitId, person, name };
  return `Nobody is called ${person} in the unit ${unitId} of ${brand}: see brands/${brand}/franchises.json`;
}

async function run(): Promise<string> {
  const env = readEnv(process.env);
  if (!env.ok) throw new Error(describeEnvProblems(env.error));
  const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
  const who = findPerson(env.value, words);
  if (typeof who === 'string') throw new Error(who);
  const reached = await reachDatabase(env.value);
  if (typeof reached === 'string') throw new Error(reached);
  await ensureDatabase({ address: reached.address, owner: reached.address }, silentLog, withoutRetry);
  const pool = createPool(reached.address, { max: 1 });
  const ctx = { db: createKysely<Database>(pool), clock: await productClock(env.value) };
  try {
    if (process.argv.includes('--revoke'))
      return (await revokeStaffMember(ctx, who))
        ? `${who.name} acts for the unit no more.`
        : `${who.name} had no link.`;
    const { person, token } = await addStaffMember(ctx, who);
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
