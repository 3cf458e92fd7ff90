import { type SealProblem, verifySealedDays } from '#src/kernel/crypto/sealed-days.server.ts';
import type { PublicSigningKey } from '#src/kernel/crypto/signing-key.server.ts';
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
  readonly lines: bigint;
  /** The newest day's hash; null when none is sealed. */
  readonly head: { readonly day: LocalDate; readonly hash: string } | null;
  readonly problems: readonly LedgerDayProblem[];
}

/** Reads the ledger again from its first sealed day, or from `since`, and compares it with what was sealed. */
export async function verifyLedgerDays(
  db: Db,
  { keys, since }: { readonly keys: readonly PublicSigningKey[]; readonly since?: LocalDate },
): Promise<LedgerVerification> {
  const days = await ledgerDays(db, since);
  const { head, problems } = await verifySealedDays(
    days,
    { keys, since },
    async ({ day, lines, hash, previous_hash: previous }) => {
      const dayLines = await ledgerLinesOfDay(db, day);
      const isSame = BigInt(dayLines.length) === lines && ledgerDayHash(day, previous, dayLines) === hash;
      return { payload: signedPayloadOf(day, lines, hash), problems: isSame ? [] : (['lines-changed'] as const) };
    },
  );
  return { days: days.length, lines: days.reduce((sum, { lines }) => sum + lines, 0n), head, problems };
}
