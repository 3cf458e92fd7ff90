/**
 * Makes the index by which staff find sales anew from the orders: after a change of `ENCRYPTION_KEY`, or of what is indexed.
 *
 *     npm run search-index -- rebuild     begins, or begins again; stop it at any time
 *     npm run search-index -- continue    goes on where it was stopped
 *     npm run search-index -- check       compares 10,000 entries with their orders
 *
 * It works beside a running product, whose worker goes on with it too. Until it has ended, sales are found by earlier keys.
 */
import type { Database } from '#src/domain/database/index.server.ts';
import { beginRebuild, rebuildSlice, verifySearchSample } from '#src/domain/sales/search/index.server.ts';
import { codeKeyOf } from '#src/kernel/env/encryption-keys-env.server.ts';
import { createKysely, createPool } from '#src/kernel/db/pool.server.ts';
import { createLog } from '#src/kernel/log/log.server.ts';
import { describeEnvProblems, readEnv } from '#src/server/env.server.ts';
import { reachDatabase } from './database/reach-database.ts';

/** Entries between two lines of progress. */
const slice = 20_000;

async function main(command: string | undefined): Promise<number> {
  if (command !== 'rebuild' && command !== 'continue' && command !== 'check') {
    console.error('npm run search-index -- rebuild | continue | check');
    return 2;
  }
  const env = readEnv(process.env);
  if (!env.ok) throw new Error(describeEnvProblems(env.error));
  const reached = await reachDatabase(env.value);
  if (typeof reached === 'string') throw new Error(reached);
  const pool = createPool(reached.address, { max: 2, statementTimeoutMs: 300_000, lockTimeoutMs: 60_000 });
  try {
    const { cookieSecret, encryptionKeys } = env.value;
    const ctx = {
      db: createKysely<Database>(pool),
      log: createLog({ level: 'error' }),
      config: { codeKey: codeKeyOf(cookieSecret), encryptionKeys },
    };
    if (command === 'check') {
      const { compared, different } = await verifySearchSample(ctx, 10_000);
      console.log(`${compared} entries compared, ${different} differ`);
      return different === 0 ? 0 : 1;
    }
    if (command === 'rebuild') await beginRebuild(ctx.db, new Date());
    const began = performance.now();
    for (let total = 0; ;) {
      const written = await rebuildSlice(ctx, slice);
      if (written === null) return 0;
      total += written;
      console.log(`${total} entries after ${Math.round((performance.now() - began) / 1000)} s`);
    }
  } finally {
    await pool.end();
    await reached.leave();
  }
}

process.exitCode = await main(process.argv[2]);
