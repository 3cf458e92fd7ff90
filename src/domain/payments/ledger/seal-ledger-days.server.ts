import { sql } from 'kysely';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { type Clock, systemClock } from '#src/kernel/time/clock.ts';
import { addDays, type LocalDate, localDateOf } from '#src/kernel/time/local-date.ts';
import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { ledgerDayHash, genesisHash, type LedgerLine, signedPayloadOf } from './day-hash.server.ts';

/** Days are UTC. A line may be committed some minutes after its time: a day is closed an hour after its end. */
const closeDelayMs = 3_600_000;
/** Names the lock under which one worker at a time closes days. */
const lock = 7_206_250_117n;

/** Lines of one day, in the order of their numbers. */
export async function ledgerLinesOfDay(db: Db, day: LocalDate): Promise<LedgerLine[]> {
  return db
    .selectFrom('ledger_transfers')
    .selectAll()
    .where('recorded_at', '>=', new Date(`${day}T00:00:00Z`))
    .where('recorded_at', '<', new Date(`${addDays(day, 1)}T00:00:00Z`))
    .orderBy('id')
    .execute();
}

/**
 * Closes the days of the books that are over: each gets the hash of its lines over the hash of the day before, signed with
 * the house's key. From then on no line of theirs can be changed, added or taken away unnoticed, by whoever owns the
 * database either: the signature needs a key that the database does not have. Gives the days that were closed.
 */
export async function sealLedgerDays(
  { db, clock, signingKey }: Pick<PaymentsContext, 'db' | 'clock' | 'signingKey'>,
  most = 400,
): Promise<readonly LocalDate[]> {
  const now = await earliestNow(db, clock);
  const lastOver = addDays(localDateOf(new Date(now.getTime() - closeDelayMs), 'UTC'), -1);
  return transaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${lock})`.execute(trx);
    const last = await trx.selectFrom('ledger_days').selectAll().orderBy('day', 'desc').limit(1).executeTakeFirst();
    const begin = last ? addDays(last.day, 1) : await firstDay(trx);
    const sealed: LocalDate[] = [];
    let previous = last?.hash ?? genesisHash;
    let lastId = last?.last_id ?? 0n;
    for (let day = begin; day !== null && day <= lastOver && sealed.length < most; day = addDays(day, 1)) {
      const lines = await ledgerLinesOfDay(trx, day);
      const hash = ledgerDayHash(day, previous, lines);
      const count = BigInt(lines.length);
      lastId = lines.at(-1)?.id ?? lastId;
      await trx
        .insertInto('ledger_days')
        .values({
          day,
          lines: count,
          last_id: lastId,
          previous_hash: previous,
          hash,
          key_id: signingKey?.publicKey.kid ?? null,
          signature: signingKey?.sign(signedPayloadOf(day, count, hash)) ?? null,
          sealed_at: now,
        })
        .execute();
      previous = hash;
      sealed.push(day);
    }
    return sealed;
  });
}

/**
 * The earliest of the product's time, the database's as it is now, and this machine's own: who closed a day by a clock that is
 * ahead would make forgeries of all that others book on it. Where the product's time was moved, theirs are taken as moved as far.
 */
async function earliestNow(db: Db, clock: Clock): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const own = clock.now().getTime();
  const movedMs = clock.movedMs ?? 0;
  const theirs = rows[0]?.now.getTime() ?? own;
  return new Date(Math.min(own, theirs + movedMs, systemClock.now().getTime() + movedMs));
}

async function firstDay(db: Db): Promise<LocalDate | null> {
  const row = await db
    .selectFrom('ledger_transfers')
    .select('recorded_at')
    .orderBy('recorded_at')
    .limit(1)
    .executeTakeFirst();
  return row ? localDateOf(row.recorded_at, 'UTC') : null;
}
