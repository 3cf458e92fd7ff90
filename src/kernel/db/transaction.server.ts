import { channel } from 'node:diagnostics_channel';
import type { Kysely, Transaction } from 'kysely';
import { isStalePlan } from './named-statements.server.ts';
import { pipelinedTransaction } from './pipeline.server.ts';

/** Whether a transaction is open, for a store that is bound to `transactionsOpen`. */
export interface OpenTransaction {
  isOpen: boolean;
}

/**
 * Carries an `OpenTransaction` through the work of each transaction. Only tests subscribe: code that takes a second
 * connection from the pool inside a transaction can block the whole pool when many transactions do so at once.
 */
export const transactionsOpen = channel('matricula:transaction');

/** serialization_failure and deadlock_detected: the server rolled everything back and the same work may simply run again. */
const REPEATABLE = new Set(['40001', '40P01']);

/** SQLSTATE of an error thrown by a query, e.g. '23505' for a violated unique constraint; null for any other error. */
export function sqlState(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : null;
}

/**
 * Runs `work` in one transaction and commits it. When the server ends it for a deadlock, a serialization conflict or a
 * prepared statement that a migration made stale, `work` runs again, at most `tries` times in all (default 4) after a
 * short random pause: so it must do nothing outside the transaction. Any other error rolls back and is thrown. Statements
 * that `work` starts at the same time are sent in one round trip (see `pipeline.server.ts`).
 */
export async function transaction<DB, T>(
  db: Kysely<DB>,
  work: (trx: Transaction<DB>) => Promise<T>,
  options: { readonly tries?: number; readonly isolation?: 'read committed' | 'repeatable read' | 'serializable' } = {},
): Promise<T> {
  const tries = options.tries ?? 4;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { isolation } = options;
      const begin = isolation === undefined ? 'begin' : `start transaction isolation level ${isolation}`;
      const plain = db.transaction();
      return await (pipelinedTransaction(db, begin, observed(work)) ??
        (isolation === undefined ? plain : plain.setIsolationLevel(isolation)).execute(observed(work)));
    } catch (error) {
      const isRepeatable = REPEATABLE.has(sqlState(error) ?? '') || isStalePlan(error);
      if (attempt >= tries || !isRepeatable) throw error;
      const pause = Math.random() * 10 * 2 ** attempt;
      await new Promise((resume) => setTimeout(resume, pause));
    }
  }
}

/** The same work, with an `OpenTransaction` in the store of `transactionsOpen` while it runs. */
function observed<T, R>(work: (trx: T) => Promise<R>): (trx: T) => Promise<R> {
  if (!transactionsOpen.hasSubscribers) return work;
  return async (trx) => {
    const open: OpenTransaction = { isOpen: true };
    try {
      return await transactionsOpen.runStores(open, () => work(trx));
    } finally {
      open.isOpen = false;
    }
  };
}
