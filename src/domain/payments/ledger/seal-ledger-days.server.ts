import { transaction } from '#src/kernel/db/transaction.server.ts';
import { type Clock, systemClock } from '#src/kernel/time/clock.ts';
import { addDays, type LocalDate, localDateOf } from '#src/kernel/time/local-date.ts';
import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { insertDaySums } from './day-sum.repository.server.ts';
import { ledgerDayHash, genesisHash, signedPayloadOf } from './day-hash.server.ts';
import {
  databaseNow,
  firstRecordedAt,
  insertLedgerDay,
  lastLedgerDay,
  ledgerLinesOfDay,
  lockLedgerDays,
} from './ledger-day.repository.server.ts';

/** Days are UTC. A line may be committed some minutes after its time: a day is sealed an hour after its end. */
const sealDelayMs = 3_600_000;

/**
 * Seals the days of the ledger that are over: each gets the hash of its lines over the hash of the day before, signed with
 * the signing key. From then on no line of theirs can be changed, added or removed unnoticed, by the owner of the database
 * either: the signature needs a key that the database does not have. Its sums for figures are made in
 * the same transaction. Returns the days that were sealed.
 */
export async function sealLedgerDays(
  { db, clock, signingKey }: Pick<PaymentsContext, 'db' | 'clock' | 'signingKey'>,
  most = 400,
): Promise<readonly LocalDate[]> {
  const now = await earliestNow(db, clock);
  const lastOver = addDays(localDateOf(new Date(now.getTime() - sealDelayMs), 'UTC'), -1);
  return transaction(db, async (trx) => {
    await lockLedgerDays(trx);
    const last = await lastLedgerDay(trx);
    const begin = last ? addDays(last.day, 1) : await firstDay(trx);
    const sealed: LocalDate[] = [];
    let previous = last?.hash ?? genesisHash;
    let lastId = last?.last_id ?? 0n;
    for (let day = begin; day !== null && day <= lastOver && sealed.length < most; day = addDays(day, 1)) {
      const lines = await ledgerLinesOfDay(trx, day);
      const hash = ledgerDayHash(day, previous, lines);
      const count = BigInt(lines.length);
      lastId = lines.at(-1)?.id ?? lastId;
      await insertLedgerDay(trx, {
        day,
        lines: count,
        last_id: lastId,
        previous_hash: previous,
        hash,
        key_id: signingKey?.publicKey.kid ?? null,
        signature: signingKey?.sign(signedPayloadOf(day, count, hash)) ?? null,
        sealed_at: now,
      });
      const summed = await insertDaySums(trx, day);
      if (summed !== count) throw new Error(`The sums of ${day} have ${summed} lines of ${count}`);
      previous = hash;
      sealed.push(day);
    }
    return sealed;
  });
}

/**
 * The earliest of the product's time, the database's and this machine's own: a day that was sealed by a clock that is ahead
 * would show as forged everything that others book on it. Where the product's time was moved, the other two are moved as far.
 */
async function earliestNow(db: Db, clock: Clock): Promise<Date> {
  const own = clock.now().getTime();
  const movedMs = clock.movedMs ?? 0;
  const theirs = (await databaseNow(db))?.getTime() ?? own;
  return new Date(Math.min(own, theirs + movedMs, systemClock.now().getTime() + movedMs));
}

async function firstDay(db: Db): Promise<LocalDate | null> {
  const first = await firstRecordedAt(db);
  return first && localDateOf(first, 'UTC');
}
