import type pg from 'pg';

/** The server that answered is read-only: a standby, or a primary closed for writing. It counts as unavailable. */
export class ReadOnlyDatabase extends Error {
  constructor() {
    super('This database takes no writes now: another one leads');
  }
}

/** A commit was answered but no standby confirmed it: whether it will last is unknown. */
export class UnconfirmedCommit extends Error {
  constructor() {
    super('The wait for the standby was cancelled: whether this was written for good is not known');
  }
}

/** `read_only_sql_transaction`: the answer of a server that was writable when the connection was opened. */
const READ_ONLY = '25006';
const unconfirmed = new WeakSet<object>();
const unusable = new WeakSet<object>();
/** The driver's error when no answer came within `query_timeout`; it closes the connection a moment later. */
const UNANSWERED = 'Query read timeout';

/** Limits of a session in milliseconds; 0 = no limit. */
export interface SessionLimits {
  readonly statementMs: number;
  readonly lockMs: number;
  readonly idleInTransactionMs: number;
  /** The session writes nothing, so that a standby serves it as well. */
  readonly isReadOnly?: boolean;
}

/**
 * The first query of a new connection: it sets the limits and tests whether the server is writable. Limits are set here
 * and not as startup parameters, which PgBouncer refuses or, configured to ignore them, drops without an error.
 */
function opening(limits: SessionLimits | undefined): string {
  const settings = limits
    ? [
        `set_config('statement_timeout', '${limits.statementMs}', false)`,
        `set_config('lock_timeout', '${limits.lockMs}', false)`,
        `set_config('idle_in_transaction_session_timeout', '${limits.idleInTransactionMs}', false)`,
        ...(limits.isReadOnly ? ["set_config('default_transaction_read_only', 'on', false)"] : []),
      ]
    : [];
  return `select ${[...settings, "current_setting('transaction_read_only') as transaction_read_only"].join(', ')}`;
}

/**
 * Prepares a new connection for a cluster whose primary may change: throws `ReadOnlyDatabase` when its server is read-only
 * and the session is to write, and detects commits that are answered as done though no standby has confirmed them. PostgreSQL
 * answers so, with a warning only, when a commit's wait for its standby is cancelled (`SyncRepWaitForLSN` in syncrep.c).
 */
export async function guardSession(client: pg.ClientBase, limits?: SessionLimits): Promise<void> {
  client.on('notice', ({ routine }) => {
    if (routine === 'SyncRepWaitForLSN') unconfirmed.add(client);
  });
  const { rows } = await client.query<{ transaction_read_only: string }>(opening(limits));
  if (!limits?.isReadOnly && rows[0]?.transaction_read_only !== 'off') throw new ReadOnlyDatabase();
}

/** A pool's hook `verify`. */
type Verify = (client: pg.ClientBase, done: (error?: Error) => void) => void;

/** For a pool's own hook `verify`: an unusable connection is closed, and its caller gets the reason. */
export function verifySession(limits?: SessionLimits): Verify {
  return (client, done) => {
    // The pool listens to idle connections only. One that breaks while it is verified, or between two queries of its user,
    // would end the process; the next query gets the error.
    client.on('error', () => undefined);
    void verify(client, limits, done);
  };
}

async function verify(
  client: pg.ClientBase,
  limits: SessionLimits | undefined,
  done: (error?: Error) => void,
): Promise<void> {
  let problem: Error | undefined;
  try {
    await guardSession(client, limits);
  } catch (error) {
    problem = error instanceof Error ? error : new Error(String(error));
  }
  done(problem);
}

/** Runs a query on a guarded connection; throws `UnconfirmedCommit` in place of an unconfirmed answer. */
export async function runGuarded<T>(client: pg.ClientBase, ask: () => Promise<T>): Promise<T> {
  try {
    const answer = await ask();
    if (unconfirmed.has(client)) throw new UnconfirmedCommit();
    return answer;
  } catch (error) {
    const isReadOnly = error instanceof Error && 'code' in error && error.code === READ_ONLY;
    if (isReadOnly || (error instanceof Error && error.message === UNANSWERED)) unusable.add(client);
    throw error;
  }
}

/** Whether a connection must not be used again. */
export function isSpent(client: pg.ClientBase): boolean {
  return unconfirmed.has(client) || unusable.has(client);
}
