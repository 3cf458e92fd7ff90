import { isReadToday, type SealProblem, verifySealedDays } from '#src/kernel/crypto/sealed-days.server.ts';
import type { PublicSigningKey } from '#src/kernel/crypto/signing-key.server.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';
import type { Db } from '../../base-context.server.ts';
import { ledgerDayHash, signedPayloadOf } from './day-hash.server.ts';
import { ledgerDays, ledgerLinesOfDay } from './ledger-day.repository.server.ts';

/** Why a day of the ledger does not verify. */
export type LedgerDayProblemKind = 'lines-changed' | SealProblem;

export interface LedgerDayProblem {
  readonly day: LocalDate;
  readonly problem: LedgerDayProblemKind;
}

export interface LedgerVerification {
  readonly days: number;
  /** Days whose lines were read; of the others the chain and the signature were checked. */
  readonly daysRead: number;
  readonly lines: bigint;
  /** The newest day's hash; null when none is sealed. */
  readonly head: { readonly day: LocalDate; readonly hash: string } | null;
  readonly problems: readonly LedgerDayProblem[];
}

/**
 * Reads the ledger again from its first sealed day, or from `since`, and compares it with what was sealed. `today`: lines are
 * read of the last days and of a thirtieth of all others (`isReadToday`), the chain and signatures of all.
 */
export async function verifyLedgerDays(
  db: Db,
  {
    keys,
    since,
    today,
  }: { readonly keys: readonly PublicSigningKey[]; readonly since?: LocalDate; readonly today?: LocalDate },
): Promise<LedgerVerification> {
  const days = await ledgerDays(db, since);
  let daysRead = 0;
  const { head, problems } = await verifySealedDays(
    days,
    { keys, since },
    async ({ day, lines, hash, previous_hash: previous }) => {
      const payload = signedPayloadOf(day, lines, hash);
      if (today !== undefined && !isReadToday(day, today)) return { payload, problems: [] };
      daysRead += 1;
      const now = await transaction(db, (trx) => ledgerDayHash(day, previous, ledgerLinesOfDay(trx, day)));
      const isSame = now.rows === lines && now.hash === hash;
      return { payload, problems: isSame ? [] : (['lines-changed'] as const) };
    },
  );
  return { days: days.length, daysRead, lines: days.reduce((sum, { lines }) => sum + lines, 0n), head, problems };
}
