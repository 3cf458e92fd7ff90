import type pg from 'pg';

/** The server that answered takes no writes: a standby, or a primary that was closed for writing. To us it is gone. */
export class ReadOnlyDatabase extends Error {
  constructor() {
    super('This database takes no writes now: another one leads');
  }
}

/** A commit was answered that no standby has confirmed: whether it stays is not known. */
export class UnconfirmedCommit extends Error {
  constructor() {
    super('The wait for the standby was cancelled: whether this was written for good is not known');
  }
}

/** `read_only_sql_transaction`: what a connection says whose server could write when it was opened. */
const READ_ONLY = '25006';
const unconfirmed = new WeakSet<object>();
const readOnly = new WeakSet<object>();

/** Limits of a session in milliseconds; 0 = no limit. */
export interface SessionLimits {
  readonly statementMs: number;
  readonly lockMs: number;
  readonly idleInTransactionMs: number;
}

/**
 * One question for a new connection: it sets the limits, and tells whether the server takes writes. Limits are set here
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
 * writes, and notes commits that are answered as done though nobody has confirmed them. PostgreSQL does so, with a warning
 * only, when somebody cancels a commit's wait for its standby (`SyncRepWaitForLSN` in syncrep.c).
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

/** For a pool's own hook `verify`: a connection that may not be used is closed, and whoever asked for it is told why. */
export function verifySession(limits?: SessionLimits): Verify {
  return (client, done) => {
    // The pool listens to idle connections only. One that breaks while it is looked at, or in somebody's hands between two
    // questions, would end the process; who asks next is told.
    client.on('error', () => undefined);
    void tellWhether(client, limits, done);
  };
}

async function tellWhether(
  client: pg.ClientBase,
  limits: SessionLimits | undefined,
  hear: (error?: Error) => void,
): Promise<void> {
  let problem: Error | undefined;
  try {
    await guardSession(client, limits);
  } catch (error) {
    problem = error instanceof Error ? error : new Error(String(error));
  }
  hear(problem);
}

/** Runs a query on a guarded connection; throws `UnconfirmedCommit` in place of an answer that nobody has confirmed. */
export async function runGuarded<T>(client: pg.ClientBase, ask: () => Promise<T>): Promise<T> {
  try {
    const answer = await ask();
    if (unconfirmed.has(client)) throw new UnconfirmedCommit();
    return answer;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === READ_ONLY) readOnly.add(client);
    throw error;
  }
}

/** Whether a connection must not be used again. */
export function isSpent(client: pg.ClientBase): boolean {
  return unconfirmed.has(client) || readOnly.has(client);
}
