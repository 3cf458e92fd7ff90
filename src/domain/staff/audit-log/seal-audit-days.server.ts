import {
  genesisHash,
  isReadToday,
  sealTimes,
  type SealProblem,
  verifySealedDays,
} from '#src/kernel/crypto/sealed-days.server.ts';
import type { PublicSigningKey } from '#src/kernel/crypto/signing-key.server.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { addDays, type LocalDate, localDateOf } from '#src/kernel/time/local-date.ts';
import type { BaseContext, Db } from '../../base-context.server.ts';
import { type AuditLogRow, auditDayHash, signedAuditDay } from './audit-day-hash.server.ts';
import {
  auditDays,
  auditEntriesOfDay,
  auditTimes,
  insertAuditDay,
  lastAuditDay,
  lockAuditDays,
} from './audit-log-day.repository.server.ts';
import { reasonHash } from './reason-hash.server.ts';

/** Seals the days of the audit log that are over (`SealedDay`). Returns the days that were sealed, `most` of them at once. */
export async function sealAuditDays(
  { db, clock, signingKey }: Pick<BaseContext, 'db' | 'clock' | 'signingKey'>,
  most = 400,
): Promise<readonly LocalDate[]> {
  const { first, now: databaseNow } = await auditTimes(db);
  if (!first) return [];
  const { now, lastOver } = sealTimes(clock, databaseNow);
  return transaction(db, async (trx) => {
    await lockAuditDays(trx);
    const last = await lastAuditDay(trx);
    const sealed: LocalDate[] = [];
    let previous = last?.hash ?? genesisHash;
    const begin = last ? addDays(last.day, 1) : localDateOf(first, 'UTC');
    for (let day = begin; day <= lastOver && sealed.length < most; day = addDays(day, 1)) {
      const { hash, rows: entries } = await auditDayHash(day, previous, auditEntriesOfDay(trx, day));
      const signature = signingKey?.sign(signedAuditDay(day, entries, hash)) ?? null;
      await insertAuditDay(trx, {
        ...{ day, entries, previous_hash: previous, hash, sealed_at: now },
        ...{ key_id: signingKey?.publicKey.kid ?? null, signature },
      });
      previous = hash;
      sealed.push(day);
    }
    return sealed;
  });
}

/** Why a day of the audit log does not verify; `reason-changed`: words that do not fit their hash. */
export interface AuditDayProblem {
  readonly day: LocalDate;
  readonly problem: 'entries-changed' | 'reason-changed' | SealProblem;
}

export interface AuditVerification {
  readonly days: number;
  /** Days whose entries were read; of the others the chain and the signature were checked. */
  readonly daysRead: number;
  readonly entries: bigint;
  /** The newest day's hash; null when none is sealed. */
  readonly head: { readonly day: LocalDate; readonly hash: string } | null;
  readonly problems: readonly AuditDayProblem[];
}

/** Reads the audit log again from its first sealed day, or from `since`, and compares it with what was sealed; `today` as the ledger's. */
export async function verifyAuditDays(
  db: Db,
  {
    keys,
    since,
    today,
  }: { readonly keys: readonly PublicSigningKey[]; readonly since?: LocalDate; readonly today?: LocalDate },
): Promise<AuditVerification> {
  const days = await auditDays(db, since);
  let daysRead = 0;
  const { head, problems } = await verifySealedDays(
    days,
    { keys, since },
    async ({ day, entries, hash, previous_hash: previous }) => {
      const payload = signedAuditDay(day, entries, hash);
      if (today !== undefined && !isReadToday(day, today)) return { payload, problems: [] };
      daysRead += 1;
      let isReasonSame = true;
      async function* withReasons(batches: AsyncIterable<readonly AuditLogRow[]>) {
        for await (const rows of batches) {
          isReasonSame &&= rows.every(({ reason, reason_hash: known }) => !reason || reasonHash(reason) === known);
          yield rows;
        }
      }
      const now = await transaction(db, (trx) => auditDayHash(day, previous, withReasons(auditEntriesOfDay(trx, day))));
      const isSame = now.rows === entries && now.hash === hash;
      const found: readonly AuditDayProblem['problem'][] = [
        ...(isSame ? [] : (['entries-changed'] as const)),
        ...(isReasonSame ? [] : (['reason-changed'] as const)),
      ];
      return { payload, problems: found };
    },
  );
  return { days: days.length, daysRead, entries: days.reduce((sum, { entries }) => sum + entries, 0n), head, problems };
}
