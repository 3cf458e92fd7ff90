/**
 * Brings the database to this version, in the role that owns its tables (`DATABASE_OWNER_URL`, else `DATABASE_URL`): tables,
 * queue, and the rights of the product's role and of the console's. Processes of the product then need no owner.
 *
 *     npm run migrate               prints what is to be done, then does it
 *     npm run migrate -- --check    prints only what is to be done
 *
 * Ends with 0 when the database is at this version, with 2 when `--check` found something to do, and with 1 when it failed.
 */
import { consoleReadAddress } from '#src/server/console-readers.server.ts';
import { describeMissing, findMissingParts, prepareDatabase } from '#src/server/prepare-database.server.ts';
import { roleOf } from '#src/kernel/db/app-role.server.ts';
import { mayMigrate } from '#src/kernel/db/schema-history.server.ts';
import { readConsoleReadUrl, readDatabase } from '#src/kernel/env/database-env.server.ts';
import { describeEnvProblems, envValues } from '#src/kernel/env/env-values.server.ts';
import { createLog } from '#src/kernel/log/log.server.ts';
import { startDatabase } from '#src/platform/embedded-postgres/start-database.server.ts';

async function main(isCheck: boolean): Promise<number> {
  const values = envValues(process.env);
  const [env, readUrl] = [readDatabase(values), readConsoleReadUrl(values)];
  if (values.problems.length > 0) throw new Error(describeEnvProblems(values.problems));
  const log = createLog({ level: 'warn' });
  const started = await startDatabase(env, log);
  if (!started.ok) throw new Error(started.error.message);
  const { poolConfig: address, ownerConfig: owner, stop } = started.value;
  try {
    if (!isCheck && !(await mayMigrate(owner))) {
      const role = await roleOf(owner);
      throw new Error(`The role ${role} does not own the tables: name their owner in DATABASE_OWNER_URL.`);
    }
    const found = await findMissingParts(owner);
    if (!found.ok) throw new Error(found.error.message);
    const { newer } = found.value;
    if (newer.length > 0)
      console.log(`A newer version has been here: ${newer.join(', ')}. This one works with what it added.`);
    const lacking = describeMissing(found.value);
    for (const one of lacking) console.log(`${isCheck ? 'Missing' : 'To do'}: ${one}`);
    if (isCheck) {
      if (lacking.length === 0) console.log('The database is at this version.');
      return lacking.length === 0 ? 0 : 2;
    }
    await change({ address, owner, readUrl });
    console.log('The database is at this version.');
    return 0;
  } finally {
    await stop();
  }
}

type Places = Parameters<typeof prepareDatabase>[0] & { readonly readUrl: string | null };

async function change({ address, owner, readUrl }: Places): Promise<void> {
  let began = performance.now();
  let waits = 0;
  const seconds = (): string => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  const prepared = await prepareDatabase(
    { address, owner },
    {
      onWait: () =>
        console.log(`Waiting for another process that changes the tables, ${(waits += 1) * 5 - 5} s so far`),
      onApplied: (name) => {
        console.log(`Applied: ${name}, ${seconds()}`);
        began = performance.now();
      },
    },
  );
  if (!prepared.ok) throw new Error(prepared.error.message);
  if (owner !== address) console.log(`Rights: ${await roleOf(address)}`);
  if (readUrl === null) return;
  const warn = () => console.error('CONSOLE_READ_URL does not answer: its role keeps the rights that it has.');
  await consoleReadAddress({ readUrl, database: address, owner }, { warn });
}

try {
  process.exitCode = await main(process.argv.includes('--check'));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
