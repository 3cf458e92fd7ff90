import { isSignedBy, type PublicSigningKey } from '#src/kernel/crypto/signing-key.server.ts';
import { addDays, type LocalDate } from '#src/kernel/time/local-date.ts';
import type { Db } from '../../base-context.server.ts';
import { ledgerDayHash, genesisHash, signedPayloadOf } from './day-hash.server.ts';
import { ledgerDays, ledgerLinesOfDay } from './ledger-day.repository.server.ts';

/** Why a day of the ledger does not verify. */
export type LedgerDayProblemKind = 'lines-changed' | 'chain-broken' | 'day-missing' | 'signature-wrong' | 'unsigned';

export interface LedgerDayProblem {
  readonly day: LocalDate;
  readonly problem: LedgerDayProblemKind;
}

export interface LedgerVerification {
  readonly days: number;
  readonly lines: bigint;
  /** The newest day's hash: kept outside, it proves later that no day was removed from the end. Null when none is sealed. */
  readonly head: { readonly day: LocalDate; readonly hash: string } | null;
  readonly problems: readonly LedgerDayProblem[];
}

/**
 * Reads the ledger again from its first sealed day, or from `since`, and reports each day that differs from what was sealed.
 * `keys`: public signing keys, the present one and those before; with none, signatures are not checked.
 */
export async function verifyLedgerDays(
  db: Db,
  { keys, since }: { readonly keys: readonly PublicSigningKey[]; readonly since?: LocalDate },
): Promise<LedgerVerification> {
  const days = await ledgerDays(db, since);
  const problems: LedgerDayProblem[] = [];
  let lines = 0n;
  // A verification from the middle trusts its first day's hash of the day before.
  let previous = since === undefined ? genesisHash : (days[0]?.previous_hash ?? genesisHash);
  let expected: LocalDate | null = null;
  for (const sealed of days) {
    const { day } = sealed;
    if (expected !== null && day !== expected) problems.push({ day: expected, problem: 'day-missing' });
    if (sealed.previous_hash !== previous) problems.push({ day, problem: 'chain-broken' });
    const dayLines = await ledgerLinesOfDay(db, day);
    if (BigInt(dayLines.length) !== sealed.lines || ledgerDayHash(day, sealed.previous_hash, dayLines) !== sealed.hash)
      problems.push({ day, problem: 'lines-changed' });
    const payload = signedPayloadOf(day, sealed.lines, sealed.hash);
    if (keys.length > 0 && sealed.signature === null) problems.push({ day, problem: 'unsigned' });
    else if (keys.length > 0 && !keys.some((key) => isSignedBy(key, payload, sealed.signature ?? '')))
      problems.push({ day, problem: 'signature-wrong' });
    previous = sealed.hash;
    expected = addDays(day, 1);
    lines += sealed.lines;
  }
  const last = days.at(-1);
  return { days: days.length, lines, head: last ? { day: last.day, hash: last.hash } : null, problems };
}
