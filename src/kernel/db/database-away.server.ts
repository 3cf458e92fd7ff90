import { ReadOnlyDatabase, UnconfirmedCommit } from './writable-session.server.ts';

/** SQLSTATE: connection failures, resources used up, a server that stops or starts, and one that takes no writes. */
const states = /^(?:08\w{3}|53\w{3}|57P0\d|25006)$/;
const codes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);
/** What the driver says of connections has no code of its own. */
const sentences =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired$|Client has encountered a connection error|The database has said nothing)/;

/**
 * Whether work failed because the database could not be reached, or changed hands under it: whether the work was done is not
 * known, and the same call may be made again.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof ReadOnlyDatabase || error instanceof UnconfirmedCommit) return true;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return states.test(code) || codes.has(code) || sentences.test(error.message);
}
