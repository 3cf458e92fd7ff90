/**
 * Prints a link that lets somebody in when nobody else can: the first person of an installation, or in an emergency. Whoever
 * signs in by it with this address gets the role `people` everywhere. It works once, for 15 minutes; the log has it as an error.
 *
 *     npm run staff -- first ana@escola.com.br
 */
import type { Database } from '#src/domain/database/index.server.ts';
import { firstLinkMinutes, makeFirstLink } from '#src/domain/staff/index.server.ts';
import { createKysely, createPool } from '#src/kernel/db/pool.server.ts';
import { silentLog } from '#src/kernel/log/log.server.ts';
import { withoutRetry } from '#src/kernel/db/database-retry.server.ts';
import { ensureDatabase } from '#src/server/prepare-database.server.ts';
import { describeEnvProblems, readEnv } from '#src/server/env.server.ts';
import { productClock } from './database/product-clock.ts';
import { reachDatabase } from './database/reach-database.ts';

async function run(): Promise<string> {
  const [command, email = ''] = process.argv.slice(2);
  if (command !== 'first' || !/^[^\s@]+@[^\s@]+$/.test(email))
    throw new Error('npm run staff -- first ana@escola.com.br');
  const env = readEnv(process.env);
  if (!env.ok) throw new Error(describeEnvProblems(env.error));
  if (!env.value.console) throw new Error('This environment has no console: see CONSOLE_OIDC_ISSUER');
  const reached = await reachDatabase(env.value);
  if (typeof reached === 'string') throw new Error(reached);
  await ensureDatabase({ address: reached.address, owner: reached.address }, silentLog, withoutRetry);
  const pool = createPool(reached.address, { max: 1 });
  const write = (event: string) => console.error(event);
  const log = { info: write, warn: write, error: write };
  try {
    const token = await makeFirstLink(
      { db: createKysely<Database>(pool), clock: await productClock(env.value), log },
      email,
    );
    return `${env.value.console.origin}/sign-in/first/${token}\nFor ${email}, once, within ${firstLinkMinutes} minutes.`;
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
