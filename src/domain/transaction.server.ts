import type { Kysely, Transaction } from 'kysely';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Result } from '#src/kernel/result/result.ts';
import type { Database } from './database/index.server.ts';

/** Carries an expected failure out of a transaction, so that the database undoes what was written before it. */
class Rollback<E> extends Error {
  readonly failure: E;

  constructor(failure: E) {
    super('undone');
    this.failure = failure;
  }
}

/** Runs `work` in one transaction. An expected failure undoes everything and comes back as a value. */
export async function inTransaction<T, E>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<Result<T, E>>,
): Promise<Result<T, E>> {
  try {
    return await transaction(db, async (trx) => {
      const result = await work(trx);
      if (!result.ok) throw new Rollback(result.error);
      return result;
    });
  } catch (thrown) {
    if (thrown instanceof Rollback) return { ok: false, error: thrown.failure as E };
    throw thrown;
  }
}
