import { isSignedBy, type PublicSigningKey } from '#src/kernel/crypto/signing-key.server.ts';
import { addDays, type LocalDate } from '#src/kernel/time/local-date.ts';
import type { Db } from '../../base-context.server.ts';
import { ledgerDayHash, genesisHash, signedPayloadOf } from './day-hash.server.ts';
import { ledgerLinesOfDay } from './seal-ledger-days.server.ts';

/** What is wrong with a day of the books. */
export type LedgerDayProblemKind = 'lines-changed' | 'chain-broken' | 'day-missing' | 'signature-wrong' | 'unsigned';

export interface LedgerDayProblem {
  readonly day: LocalDate;
  readonly problem: LedgerDayProblemKind;
}

export interface LedgerVerification {
  readonly days: number;
  readonly lines: bigint;
  /** The newest day's hash: kept outside, it proves later that no day was taken from the end. Null when none is closed. */
  readonly head: { readonly day: LocalDate; readonly hash: string } | null;
  readonly problems: readonly LedgerDayProblem[];
}

/**
 * Reads the books again from their first closed day, or from `since`, and tells of each day that does not say what it said
 * when it was closed. `keys`: the house's public keys, the present one and those before; none: signatures are not looked at.
 */
export async function verifyLedgerDays(
  db: Db,
  { keys, since }: { readonly keys: readonly PublicSigningKey[]; readonly since?: LocalDate },
): Promise<LedgerVerification> {
  const days = await db
    .selectFrom('ledger_days')
    .selectAll()
    .$if(since !== undefined, (query) => query.where('day', '>=', since ?? '0001-01-01'))
    .orderBy('day')
    .execute();
  const problems: LedgerDayProblem[] = [];
  let lines = 0n;
  // A look that begins in the middle takes its first day's word for the day before.
  let previous = since === undefined ? genesisHash : (days[0]?.previous_hash ?? genesisHash);
  let expected: LocalDate | null = null;
  for (const sealed of days) {
    const { day } = sealed;
    if (expected !== null && day !== expected) problems.push({ day: expected, problem: 'day-missing' });
    if (sealed.previous_hash !== previous) problems.push({ day, problem: 'chain-broken' });
    const there = await ledgerLinesOfDay(db, day);
    if (BigInt(there.length) !== sealed.lines || ledgerDayHash(day, sealed.previous_hash, there) !== sealed.hash)
      problems.push({ day, problem: 'lines-changed' });
    const said = signedPayloadOf(day, sealed.lines, sealed.hash);
    if (keys.length > 0 && sealed.signature === null) problems.push({ day, problem: 'unsigned' });
    else if (keys.length > 0 && !keys.some((key) => isSignedBy(key, said, sealed.signature ?? '')))
      problems.push({ day, problem: 'signature-wrong' });
    previous = sealed.hash;
    expected = addDays(day, 1);
    lines += sealed.lines;
  }
  const last = days.at(-1);
  return { days: days.length, lines, head: last ? { day: last.day, hash: last.hash } : null, problems };
}
