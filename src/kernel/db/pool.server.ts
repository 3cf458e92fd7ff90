import { type Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { namedStatements } from './named-statements.server.ts';
import { pipelinedKysely } from './pipeline.server.ts';
import { verifySession } from './writable-session.server.ts';

/** Where a database is: by Unix socket folder or host, or as one connection string. */
export type DatabaseAddress = HostAddress | { readonly connectionString: string };

export interface HostAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** Limits of a pool; times in milliseconds, 0 = no limit. */
export interface PoolLimits {
  /** Most connections at once. Default 10: each keeps plans and caches of its own, and more only wait for the same cores. */
  readonly max?: number;
  /** Longest run of one statement. Default 10 s; a job that needs more sets its own. */
  readonly statementTimeoutMs?: number;
  /** Longest wait for a lock. Default 5 s: shorter than a statement, so that the error names the true cause. */
  readonly lockTimeoutMs?: number;
  /** Longest pause inside an open transaction before the server ends it. Default 15 s. */
  readonly idleInTransactionTimeoutMs?: number;
  /** Shown by `pg_stat_activity`. */
  readonly applicationName?: string;
  /** A pooler may share these connections: limits are left to each transaction, since they would stay with the session. */
  readonly isShared?: boolean;
  /** Every transaction is read-only (`default_transaction_read_only`), and a standby is as good as the primary. */
  readonly isReadOnly?: boolean;
  /** Called when an idle connection breaks; the pool replaces it by itself. */
  readonly onIdleError?: (error: Error) => void;
}

/**
 * How much longer than a statement's limit its answer may take before the connection is given up: a machine that lost its
 * power closes no connection, and a query would wait for it without end.
 */
const SILENCE_MS = 5_000;

const INT8 = 20;
const DATE = 1082;

/** int8 → bigint and date → 'YYYY-MM-DD' (a local date has no instant); numeric stays text, timestamptz a Date. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      if (oid === INT8) return (text: string) => BigInt(text);
      if (oid === DATE) return (text: string) => text;
    }
    return pg.types.getTypeParser(oid, format);
  },
};

/**
 * A pool of connections with the product's types and limits. `end()` it when the process stops. A server that takes no
 * writes, or does not answer, counts as gone: the pool opens another connection, which leads to the primary of that time.
 */
export function createPool(address: DatabaseAddress, limits: PoolLimits = {}): pg.Pool {
  const statementMs = limits.statementTimeoutMs ?? 10_000;
  const pool = new pg.Pool({
    ...address,
    types,
    // Queries started at the same time are sent in one round trip; it changes nothing for a single one.
    pipeline: true,
    query_timeout: statementMs === 0 ? 0 : statementMs + SILENCE_MS,
    verify: verifySession(
      limits.isShared
        ? undefined
        : {
            statementMs,
            lockMs: limits.lockTimeoutMs ?? 5_000,
            idleInTransactionMs: limits.idleInTransactionTimeoutMs ?? 15_000,
            ...(limits.isReadOnly ? { isReadOnly: true } : {}),
          },
    ),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    max: limits.max ?? 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: limits.applicationName ?? 'matricula',
  });
  // Without a listener Node ends the process when an idle connection breaks.
  pool.on('error', (error) => limits.onIdleError?.(error));
  return pool;
}

/** Typed queries over a pool. End the pool, not this: the pool may have other users. `isNamed`: as in `namedStatements`. */
export function createKysely<DB>(pool: pg.Pool, options: { readonly isNamed?: boolean } = {}): Kysely<DB> {
  return pipelinedKysely<DB>(new PostgresDialect({ pool: namedStatements(pool, options) }));
}
