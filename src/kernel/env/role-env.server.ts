import { isIP } from 'node:net';
import type { DatabaseEnv } from './database-env.server.ts';
import type { AppEnvironment } from './app-environment.server.ts';
import type { EnvValues } from './env-values.server.ts';

const ROLES = ['all', 'app', 'worker', 'console'] as const;
/** The part of the product that this process runs: `app` serves buyers, `worker` runs jobs, `console` serves staff. */
export type Role = (typeof ROLES)[number];

/** The role of this process, and the proxies in front of it. */
export interface ServingEnv {
  readonly role: Role;
  /** Addresses and networks of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  /** Connections of visitors that each of this process's servers holds at once; more are closed as they come. */
  readonly maxConnections: number;
  /** Seconds between the signal to stop, from which on `/readiness` says 503, and the closing of the ports. */
  readonly stopDelaySeconds: number;
}

export function readServing(values: EnvValues, database: ReachedDatabase, appEnv: AppEnvironment): ServingEnv {
  return {
    role: readRole(values, database),
    trustedProxies: readTrustedProxies(values),
    maxConnections: readMaxConnections(values),
    stopDelaySeconds: readStopDelay(values, appEnv),
  };
}

type ReachedDatabase = Pick<DatabaseEnv, 'databaseUrl' | 'databaseOwnerUrl'>;

/**
 * Reads `ROLE`. Processes that share the work share a database, and the embedded one belongs to a single process. None of
 * them holds the owner's credentials: they only use tables, which `npm run migrate` makes.
 */
export function readRole(values: EnvValues, { databaseUrl, databaseOwnerUrl }: ReachedDatabase): Role {
  const role = values.choice('ROLE', ROLES, 'all');
  if (role !== 'all' && databaseUrl === null) values.refuse('DATABASE_URL', 'the database that all roles share');
  if (role !== 'all' && databaseOwnerUrl !== null)
    values.refuse(
      'DATABASE_OWNER_URL',
      `nothing with ROLE=${role}: npm run migrate takes it, which changes the tables`,
    );
  return role;
}

/** Reads `MAX_CONNECTIONS`. */
function readMaxConnections(values: EnvValues): number {
  const text = values.text('MAX_CONNECTIONS') ?? '5000';
  const most = /^\d{2,6}$/.test(text) ? Number(text) : 0;
  if (most < 100 || most > 100_000) values.refuse('MAX_CONNECTIONS', 'a number between 100 and 100000');
  return most;
}

/** Reads `STOP_DELAY_SECONDS`: a proxy asks `/readiness` every few seconds; nobody waits for one in the test environment. */
function readStopDelay(values: EnvValues, appEnv: AppEnvironment): number {
  const text = values.text('STOP_DELAY_SECONDS') ?? (appEnv === 'test' ? '0' : '5');
  if (/^\d{1,3}$/.test(text) && Number(text) <= 300) return Number(text);
  values.refuse('STOP_DELAY_SECONDS', 'whole seconds from 0 to 300');
  return 0;
}

const maxProxies = 20;

/**
 * `TRUSTED_PROXIES`: addresses or networks of our own proxies, separated by commas. Only these may name the client of a
 * request (`X-Forwarded-For`, read from its end: a value that a buyer sends is ignored).
 */
function readTrustedProxies(values: EnvValues): readonly string[] {
  const text = values.text('TRUSTED_PROXIES');
  if (text === null) return [];
  const proxies = text.split(',').map((one) => one.trim());
  if (proxies.length > maxProxies || !proxies.every(isNetwork)) {
    values.refuse(
      'TRUSTED_PROXIES',
      `1 to ${maxProxies} addresses or networks such as 10.0.0.0/8, with commas between them`,
    );
    return [];
  }
  return proxies;
}

/** An address, or one with a prefix length; a network of all addresses is invalid. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  if (bits === undefined) return true;
  const least = family === 4 ? 8 : 16;
  return /^\d{1,3}$/.test(bits) && Number(bits) >= least && Number(bits) <= (family === 4 ? 32 : 128);
}
