import { ReadOnlyDatabase, UnconfirmedCommit } from './writable-session.server.ts';

/**
 * SQLSTATE: connection failures, resources used up, a server that stops or starts, one that takes no writes, and rows that
 * somebody kept locked for longer than we wait: then nothing was done.
 */
const states = /^(?:08\w{3}|53\w{3}|55P03|57P0\d|25006)$/;
const codes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);
/** What the driver says of connections has no code of its own. */
const sentences =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired$|Client has encountered a connection error|The database has said nothing)/;

/**
 * Whether work failed because the database, or rows of it, could not be reached, or it changed hands under the work: whether that
 * was done is not known, and the same call may be made again.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof ReadOnlyDatabase || error instanceof UnconfirmedCommit) return true;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return states.test(code) || codes.has(code) || sentences.test(error.message);
}
