import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import manifest from 'pg-boss/package.json' with { type: 'json' };
import type { DatabaseAddress } from '#src/kernel/db/pool.server.ts';

/** The queue's own schema in the product's database. */
export const queueSchema = 'jobs';

/** The library's version of its tables. */
const ownVersion = manifest.pgboss.schema;

/** How long the library may take to build the indexes of a new version, in milliseconds. */
const buildMs = 3_600_000;
const lookMs = 200;

/**
 * The queue's tables compared with the library: as it needs them, of a newer library (which works with this one too), or
 * missing, at least in part.
 */
type QueueState = 'current' | 'newer' | 'missing';

/** Compares the queue's tables with the library. Reads only: any role of the product may. */
export async function readQueueState(address: DatabaseAddress): Promise<QueueState> {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ isThere: boolean }>(
      `select to_regclass('${queueSchema}.version') is not null as "isThere"`,
    );
    if (rows[0]?.isThere !== true) return 'missing';
    const found = await client.query<{ version: number }>(`select version from ${queueSchema}.version`);
    const version = found.rows[0]?.version ?? 0;
    if (version === ownVersion) return 'current';
    return version > ownVersion ? 'newer' : 'missing';
  } finally {
    await client.end();
  }
}

/** Makes the queue's tables, or brings them to the library's version, in the role that owns them. Safe at any time. */
export async function prepareJobQueue(owner: DatabaseAddress): Promise<void> {
  if ((await readQueueState(owner)) !== 'missing') return;
  const boss = new PgBoss({ ...connectionOf(owner), ...quiet, migrate: true });
  // The failing call throws as well.
  boss.on('error', () => undefined);
  try {
    await boss.start();
    // A new version's indexes are built beside the traffic, by a process in the owner's role: this one.
    const until = performance.now() + buildMs;
    while ((await boss.getBamStatus()).some(({ status }) => status === 'pending' || status === 'in_progress')) {
      if (performance.now() > until) throw new Error('The indexes of the queue were not built within an hour');
      await sleep(lookMs);
    }
  } finally {
    await boss.stop({ graceful: false }).catch(() => undefined);
  }
}

const quiet = { max: 2, application_name: 'matricula-migrate', schema: queueSchema, supervise: false, schedule: false };

/** An address as the library takes it. */
export function connectionOf(address: DatabaseAddress) {
  if ('connectionString' in address) return { connectionString: address.connectionString };
  const { host, port, user, password, database } = address;
  return { host, port, user, password, database };
}
