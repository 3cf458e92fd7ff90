import { isSignedBy, type PublicSigningKey } from '#src/kernel/signing/house-key.server.ts';
import { addDays, type LocalDate } from '#src/kernel/time/local-date.ts';
import type { Db } from '../context.server.ts';
import { dayHash, firstPrevious, sealText } from './day-hash.server.ts';
import { linesOfDay } from './seal-days.server.ts';

/** What is wrong with a day of the books. */
export type DayProblemKind = 'lines-changed' | 'chain-broken' | 'day-missing' | 'signature-wrong' | 'unsigned';

export interface DayProblem {
  readonly day: LocalDate;
  readonly problem: DayProblemKind;
}

export interface VerifiedDays {
  readonly days: number;
  readonly lines: bigint;
  /** The newest day's hash: kept outside, it proves later that no day was taken from the end. Null when none is closed. */
  readonly head: { readonly day: LocalDate; readonly hash: string } | null;
  readonly problems: readonly DayProblem[];
}

/**
 * Reads the books again from their first closed day, or from `since`, and tells of each day that does not say what it said
 * when it was closed. `keys`: the house's public keys, the present one and those before; none: signatures are not looked at.
 */
export async function verifyDays(
  db: Db,
  { keys, since }: { readonly keys: readonly PublicSigningKey[]; readonly since?: LocalDate },
): Promise<VerifiedDays> {
  const days = await db
    .selectFrom('ledger_days')
    .selectAll()
    .$if(since !== undefined, (query) => query.where('day', '>=', since ?? '0001-01-01'))
    .orderBy('day')
    .execute();
  const problems: DayProblem[] = [];
  let lines = 0n;
  // A look that begins in the middle takes its first day's word for the day before.
  let previous = since === undefined ? firstPrevious : (days[0]?.previous_hash ?? firstPrevious);
  let expected: LocalDate | null = null;
  for (const sealed of days) {
    const { day } = sealed;
    if (expected !== null && day !== expected) problems.push({ day: expected, problem: 'day-missing' });
    if (sealed.previous_hash !== previous) problems.push({ day, problem: 'chain-broken' });
    const there = await linesOfDay(db, day);
    if (BigInt(there.length) !== sealed.lines || dayHash(day, sealed.previous_hash, there) !== sealed.hash)
      problems.push({ day, problem: 'lines-changed' });
    const said = sealText(day, sealed.lines, sealed.hash);
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
