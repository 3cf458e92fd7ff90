import { genesisHash, sealTimes } from '#src/kernel/crypto/sealed-days.server.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { addDays, type LocalDate, localDateOf } from '#src/kernel/time/local-date.ts';
import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { insertDaySums } from './day-sum.repository.server.ts';
import { ledgerDayHash, signedPayloadOf } from './day-hash.server.ts';
import {
  databaseNow,
  firstRecordedAt,
  insertLedgerDay,
  lastLineOf,
  lastLedgerDay,
  ledgerLinesOfDay,
  lockLedgerDays,
} from './ledger-day.repository.server.ts';

/**
 * Seals the days of the ledger that are over (`SealedDay`). Their sums for figures are made in the same transaction. Returns
 * the days that were sealed, `most` of them at once: a day that was sealed before is not read again.
 */
export async function sealLedgerDays(
  { db, clock, signingKey }: Pick<PaymentsContext, 'db' | 'clock' | 'signingKey'>,
  most = 400,
): Promise<readonly LocalDate[]> {
  const { now, lastOver } = sealTimes(clock, await databaseNow(db));
  return transaction(db, async (trx) => {
    await lockLedgerDays(trx);
    const last = await lastLedgerDay(trx);
    const begin = last ? addDays(last.day, 1) : await firstDay(trx);
    const sealed: LocalDate[] = [];
    let previous = last?.hash ?? genesisHash;
    let lastId = last?.last_id ?? 0n;
    for (let day = begin; day !== null && day <= lastOver && sealed.length < most; day = addDays(day, 1)) {
      const { hash, rows: count } = await ledgerDayHash(day, previous, ledgerLinesOfDay(trx, day));
      lastId = (await lastLineOf(trx, day)) ?? lastId;
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

async function firstDay(db: Db): Promise<LocalDate | null> {
  const first = await firstRecordedAt(db);
  return first && localDateOf(first, 'UTC');
}
