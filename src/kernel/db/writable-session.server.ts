import type pg from 'pg';

/** The server that answered takes no writes: a standby, or a primary that was closed for writing. It counts as gone. */
export class ReadOnlyDatabase extends Error {
  constructor() {
    super('This database takes no writes now: another one leads');
  }
}

/** A commit was answered but no standby confirmed it: whether it stays is not known. */
export class UnconfirmedCommit extends Error {
  constructor() {
    super('The wait for the standby was cancelled: whether this was written for good is not known');
  }
}

/** `read_only_sql_transaction`: the answer of a server that took writes when the connection was opened. */
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
}

/**
 * The first query of a new connection: it sets the limits and tells whether the server takes writes. Limits are set here
 * and not as startup parameters, which PgBouncer refuses or, told to ignore them, drops without a word.
 */
function opening(limits: SessionLimits | undefined): string {
  const settings = limits
    ? [
        `set_config('statement_timeout', '${limits.statementMs}', false)`,
        `set_config('lock_timeout', '${limits.lockMs}', false)`,
        `set_config('idle_in_transaction_session_timeout', '${limits.idleInTransactionMs}', false)`,
      ]
    : [];
  return `select ${[...settings, "current_setting('transaction_read_only') as transaction_read_only"].join(', ')}`;
}

/**
 * Makes a new connection fit for a cluster whose primary may change: throws `ReadOnlyDatabase` when its server takes no
 * writes, and notes commits that are answered as done though no standby has confirmed them. PostgreSQL does so, with a warning
 * only, when a commit's wait for its standby is cancelled (`SyncRepWaitForLSN` in syncrep.c).
 */
export async function guardSession(client: pg.ClientBase, limits?: SessionLimits): Promise<void> {
  client.on('notice', ({ routine }) => {
    if (routine === 'SyncRepWaitForLSN') unconfirmed.add(client);
  });
  const { rows } = await client.query<{ transaction_read_only: string }>(opening(limits));
  if (rows[0]?.transaction_read_only !== 'off') throw new ReadOnlyDatabase();
}

/** A pool's hook `verify`. */
type Verify = (client: pg.ClientBase, done: (error?: Error) => void) => void;

/** For a pool's own hook `verify`: a connection that may not be used is closed, and its caller gets the reason. */
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
