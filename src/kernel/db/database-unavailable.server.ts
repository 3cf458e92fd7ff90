import type { Log, LogFields } from '../log/log.server.ts';
import { ReadOnlyDatabase, UnconfirmedCommit } from './writable-session.server.ts';

/** SQLSTATE: connection failures, exhausted resources, a server that stops or starts, and a read-only server. */
const states = /^(?:08\w{3}|53\w{3}|57P0\d|25006)$/;
/** Rows stayed locked for longer than the lock timeout (`lock_not_available`): nothing was done. */
const LOCKED = '55P03';
const codes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);
/** PgBouncer uses `08P01` for nearly all errors, also when PostgreSQL is unavailable; for this message a retry is useless. */
const refusedParameter = /unsupported startup parameter/;
/** The driver's errors about connections have no code. The last one is a server that did not answer in time. */
const sentences =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired$|Client has encountered a connection error|Query read timeout$)/;

/**
 * Whether work failed because the database or its rows were unavailable, or because the primary changed meanwhile: whether
 * it was done is unknown, and the same call may be made again.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof ReadOnlyDatabase || error instanceof UnconfirmedCommit) return true;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  if (!(error instanceof Error)) return false;
  if (refusedParameter.test(error.message)) return false;
  const code = codeOf(error);
  const isKnown = code === LOCKED || states.test(code) || codes.has(code) || sentences.test(error.message);
  return isKnown || isPanic(error);
}

/**
 * The server ends itself and starts anew, whatever the code: a journal that cannot be written has none of its own (`XX000`).
 * The word comes in the server's language (`lc_messages`), and the driver passes on no other: known is English.
 */
function isPanic(error: Error): boolean {
  return 'severity' in error && error.severity === 'PANIC';
}

/** Whether it failed because rows stayed locked: the database is available, and the fault may be ours. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === LOCKED;
}

/** Logs why a call is repeated: `rows-locked`, an error to be investigated, or `database-unavailable`. */
export function logDatabaseUnavailable(log: Pick<Log, 'warn' | 'error'>, error: unknown, fields: LogFields): void {
  if (isLockTimeout(error)) log.error('rows-locked', { ...fields, error });
  else log.warn('database-unavailable', { ...fields, error });
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
