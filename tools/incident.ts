/**
 * Actions for an incident, on the database that the environment names, beside a running product or alone; see
 * `docs/how-to/answer-an-incident.md`.
 *
 *     npm run incident -- buyers --from 2026-11-20T03:00Z --to 2026-11-21T03:00Z    buyers to notify, as CSV
 *     npm run incident -- end-links --all                                           ends all e-mail links
 *     npm run incident -- end-links --email maria@exemplo.com.br                    ends those to one address
 */
import { parseArgs } from 'node:util';
import type { Database } from '#src/domain/database/index.server.ts';
import { affectedBuyers, revokeLinks } from '#src/domain/privacy/index.server.ts';
import { createKysely, createPool } from '#src/kernel/db/pool.server.ts';
import { describeEnvProblems, readEnv } from '#src/server/env.server.ts';
import { csvOf } from './incident/csv.ts';
import { reachDatabase } from './database/reach-database.ts';
import { readIncidentRequest } from './incident/read-options.ts';

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...{ from: { type: 'string' }, to: { type: 'string' }, email: { type: 'string' } },
      all: { type: 'boolean' },
    },
  });
  const request = readIncidentRequest(positionals[0], values);
  if (typeof request === 'string') throw new Error(request);
  const env = readEnv(process.env);
  if (!env.ok) throw new Error(describeEnvProblems(env.error));
  const reached = await reachDatabase(env.value);
  if (typeof reached === 'string') throw new Error(reached);
  const pool = createPool(reached.address, { max: 1, statementTimeoutMs: 600_000 });
  const db = createKysely<Database>(pool);
  try {
    if (request.kind === 'end-links') console.log(`${await revokeLinks(db, request.whose)} links ended`);
    else process.stdout.write(csvOf(await affectedBuyers(db, request)));
  } finally {
    await pool.end();
    await reached.leave();
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
