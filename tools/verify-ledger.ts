/**
 * Verifies the ledger and the staff's audit log of every closed day: `npm run verify-ledger [-- --since YYYY-MM-DD] [--head
 * HASH]`, on the database that the environment names, beside a running product or alone. `--head` is a hash of either that
 * the log or an auditor kept from an earlier night: it must still be in its chain, which shows that no day was removed from
 * its end.
 */
import { parseArgs } from 'node:util';
import type { Database } from '#src/domain/database/index.server.ts';
import { verifyAuditDays } from '#src/domain/staff/index.server.ts';
import { verifyLedgerDays } from '#src/domain/payments/ledger/index.server.ts';
import { createKysely, createPool } from '#src/kernel/db/pool.server.ts';
import { describeEnvProblems, readEnv } from '#src/server/env.server.ts';
import { signingKey } from '#src/kernel/crypto/signing-key.server.ts';
import { isLocalDate } from '#src/kernel/time/local-date.ts';
import { reachDatabase } from './database/reach-database.ts';

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { since: { type: 'string' }, head: { type: 'string' } } });
  const { since } = values;
  const env = readEnv(process.env);
  if (!env.ok) throw new Error(describeEnvProblems(env.error));
  const reached = await reachDatabase(env.value);
  if (typeof reached === 'string') throw new Error(reached);
  const pool = createPool(reached.address, { max: 2, statementTimeoutMs: 60_000 });
  try {
    const { seed, old } = env.value.documents.signingKeys;
    const keys = signingKey(seed, old).publicKeys;
    const db = createKysely<Database>(pool);
    const options = { keys, ...(since !== undefined && isLocalDate(since) ? { since } : {}) };
    const { days, lines, head, problems } = await verifyLedgerDays(db, options);
    for (const { day, problem } of problems) console.log(`${day}: ${problem}`);
    console.log(`${days} days, ${lines} lines, newest ${head ? `${head.day} ${head.hash}` : 'none'}`);
    const audit = await verifyAuditDays(db, options);
    for (const { day, problem } of audit.problems) console.log(`audit log, ${day}: ${problem}`);
    const auditHead = audit.head ? `${audit.head.day} ${audit.head.hash}` : 'none';
    console.log(`audit log: ${audit.days} days, ${audit.entries} entries, newest ${auditHead}`);
    const wanted = values.head;
    const kept = wanted === undefined || (await stands(pool, wanted));
    if (!kept) console.log(`No closed day has the hash ${wanted}: days were taken away or written anew`);
    const isWhole = problems.length === 0 && audit.problems.length === 0 && kept;
    console.log(isWhole ? 'WHOLE: nothing was changed since' : 'BROKEN');
    return isWhole ? 0 : 1;
  } finally {
    await pool.end();
    await reached.leave();
  }
}

async function stands(pool: ReturnType<typeof createPool>, hash: string): Promise<boolean> {
  if (!/^[0-9a-f]{16,64}$/.test(hash)) return false;
  const days = 'select hash from ledger_days union all select hash from audit_log_days';
  return (await pool.query(`select from (${days}) as days where hash like $1`, [`${hash}%`])).rowCount === 1;
}

process.exitCode = await main();
