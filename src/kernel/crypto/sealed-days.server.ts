import { createHash } from 'node:crypto';
import { type Clock, systemClock } from '../time/clock.ts';
import { addDays, type LocalDate, localDateOf } from '../time/local-date.ts';
import { isSignedBy, type PublicSigningKey } from './signing-key.server.ts';

/**
 * Sealed days of an append-only table: each has the hash of its rows over the hash of the day before, signed with the signing
 * key. From then on no row of theirs can be changed, added or removed unnoticed, by the owner of the database either: the
 * signature needs a key that the database does not have. Days are UTC.
 */
export interface SealedDay {
  readonly day: LocalDate;
  readonly previous_hash: string;
  readonly hash: string;
  /** Null: sealed without a signing key. */
  readonly signature: string | null;
}

/** The previous hash of the first day. */
export const genesisHash = '0'.repeat(64);

/**
 * SHA-256 of a day: its date, the hash of the day before, and its rows in their order, each as `spell` writes it (RFC 8785).
 * Batches are read one after the other: a day of any size takes the memory of one.
 */
export async function sealedDayHash<Row>(
  day: LocalDate,
  previous: string,
  batches: AsyncIterable<readonly Row[]>,
  spell: (row: Row) => string,
): Promise<{ readonly hash: string; readonly rows: bigint }> {
  const hash = createHash('sha256').update(`${day}\n${previous}\n`);
  let count = 0;
  for await (const rows of batches) {
    for (const row of rows) hash.update(`${spell(row)}\n`);
    count += rows.length;
  }
  return { hash: hash.digest('hex'), rows: BigInt(count) };
}

/** Days whose rows are read again at each check, and in how many checks all earlier ones have had their turn. */
const recentDays = 35;
const turns = 30;

/**
 * Whether the rows of a day are read again by the check of `today`: those of the last days always, all earlier ones in turn, a
 * thirtieth each day. The chain and the signatures of all days are cheap, and are checked each time.
 */
export function isReadToday(day: LocalDate, today: LocalDate): boolean {
  const age = dayNumber(today) - dayNumber(day);
  return age <= recentDays || age % turns === 0;
}

function dayNumber(day: LocalDate): number {
  return Date.parse(`${day}T00:00:00Z`) / 86_400_000;
}

/** A row may be committed some minutes after its time: a day is sealed an hour after its end. */
const sealDelayMs = 3_600_000;

/**
 * When days are sealed, and the last one that is over: by the earliest of the product's time, the database's and this machine's
 * own. A day that was sealed by a clock that is ahead would show as forged everything that others write on it. Where the
 * product's time was moved, the other two are moved as far.
 */
export function sealTimes(
  clock: Clock,
  databaseNow: Date | null,
): { readonly now: Date; readonly lastOver: LocalDate } {
  const own = clock.now().getTime();
  const movedMs = clock.movedMs ?? 0;
  const theirs = databaseNow ? databaseNow.getTime() + movedMs : own;
  const now = new Date(Math.min(own, theirs, systemClock.now().getTime() + movedMs));
  return { now, lastOver: addDays(localDateOf(new Date(now.getTime() - sealDelayMs), 'UTC'), -1) };
}

/** Why a day does not verify, apart from its rows. */
export type SealProblem = 'chain-broken' | 'day-missing' | 'signature-wrong' | 'unsigned';

/** What a day's rows say now: the payload that was to be signed, and why they differ from what was sealed. */
interface ReadDay<P extends string> {
  readonly payload: string;
  readonly problems: readonly P[];
}

/**
 * Compares sealed days, in their order, with their rows, and reports each that differs. `keys`: public signing keys, the
 * present one and those before; with none, signatures are not checked. `since`: the days begin there, so that the first
 * one's hash of the day before is trusted. `head`: the newest day's hash; kept outside, it proves later that no day was
 * removed from the end.
 */
export async function verifySealedDays<Day extends SealedDay, P extends string>(
  days: readonly Day[],
  { keys, since }: { readonly keys: readonly PublicSigningKey[]; readonly since: LocalDate | undefined },
  read: (sealed: Day) => Promise<ReadDay<P>>,
): Promise<{
  readonly head: { readonly day: LocalDate; readonly hash: string } | null;
  readonly problems: readonly { readonly day: LocalDate; readonly problem: P | SealProblem }[];
}> {
  const problems: { readonly day: LocalDate; readonly problem: P | SealProblem }[] = [];
  let previous = since === undefined ? genesisHash : (days[0]?.previous_hash ?? genesisHash);
  let expected: LocalDate | null = null;
  for (const sealed of days) {
    const { day, signature } = sealed;
    if (expected !== null && day !== expected) problems.push({ day: expected, problem: 'day-missing' });
    if (sealed.previous_hash !== previous) problems.push({ day, problem: 'chain-broken' });
    const rows = await read(sealed);
    for (const problem of rows.problems) problems.push({ day, problem });
    if (keys.length > 0 && signature === null) problems.push({ day, problem: 'unsigned' });
    else if (keys.length > 0 && !keys.some((key) => isSignedBy(key, rows.payload, signature ?? '')))
      problems.push({ day, problem: 'signature-wrong' });
    previous = sealed.hash;
    expected = addDays(day, 1);
  }
  const last = days.at(-1);
  return { head: last ? { day: last.day, hash: last.hash } : null, problems };
}
