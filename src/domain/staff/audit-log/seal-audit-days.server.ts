import { isSignedBy, type PublicSigningKey } from '#src/kernel/crypto/signing-key.server.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { systemClock } from '#src/kernel/time/clock.ts';
import { addDays, type LocalDate, localDateOf } from '#src/kernel/time/local-date.ts';
import type { BaseContext, Db } from '../../base-context.server.ts';
import { auditDayHash, genesisHash, signedAuditDay } from './audit-day-hash.server.ts';
import {
  auditDays,
  auditEntriesOfDay,
  auditTimes,
  insertAuditDay,
  lastAuditDay,
  lockAuditDays,
} from './audit-log-day.repository.server.ts';
import { reasonHash } from './reason-hash.server.ts';

/** Days are UTC. An entry may be committed some minutes after its time: a day is sealed an hour after its end. */
const sealDelayMs = 3_600_000;

/**
 * Seals the days of the audit log that are over, as the ledger's: each gets the hash of its entries over the hash of the day
 * before, signed with the signing key. Returns the days that were sealed, `most` of them at once.
 */
export async function sealAuditDays(
  { db, clock, signingKey }: Pick<BaseContext, 'db' | 'clock' | 'signingKey'>,
  most = 400,
): Promise<readonly LocalDate[]> {
  const { first, now: databaseNow } = await auditTimes(db);
  if (!first) return [];
  // The earliest of three clocks: a day that one clock seals too early would show as forged what others still write on it.
  const movedMs = clock.movedMs ?? 0;
  const times = [clock.now().getTime(), systemClock.now().getTime() + movedMs];
  const now = new Date(Math.min(...times, databaseNow ? databaseNow.getTime() + movedMs : Infinity));
  const lastOver = addDays(localDateOf(new Date(now.getTime() - sealDelayMs), 'UTC'), -1);
  return transaction(db, async (trx) => {
    await lockAuditDays(trx);
    const last = await lastAuditDay(trx);
    const sealed: LocalDate[] = [];
    let previous = last?.hash ?? genesisHash;
    const begin = last ? addDays(last.day, 1) : localDateOf(first, 'UTC');
    for (let day = begin; day <= lastOver && sealed.length < most; day = addDays(day, 1)) {
      const rows = await auditEntriesOfDay(trx, day);
      const hash = auditDayHash(day, previous, rows);
      const entries = BigInt(rows.length);
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
  readonly problem:
    | 'entries-changed'
    | 'reason-changed'
    | 'chain-broken'
    | 'day-missing'
    | 'signature-wrong'
    | 'unsigned';
}

export interface AuditVerification {
  readonly days: number;
  readonly entries: bigint;
  /** The newest day's hash: kept outside, it proves later that no day was removed from the end. Null when none is sealed. */
  readonly head: { readonly day: LocalDate; readonly hash: string } | null;
  readonly problems: readonly AuditDayProblem[];
}

/**
 * Reads the audit log again from its first sealed day, or from `since`, and reports each day that differs from what was
 * sealed. `keys`: public signing keys, the present one and those before; with none, signatures are not checked.
 */
export async function verifyAuditDays(
  db: Db,
  { keys, since }: { readonly keys: readonly PublicSigningKey[]; readonly since?: LocalDate },
): Promise<AuditVerification> {
  const days = await auditDays(db, since);
  const problems: AuditDayProblem[] = [];
  let entries = 0n;
  // A verification from the middle trusts its first day's hash of the day before.
  let previous = since === undefined ? genesisHash : (days[0]?.previous_hash ?? genesisHash);
  let expected: LocalDate | null = null;
  for (const sealed of days) {
    const { day } = sealed;
    if (expected !== null && day !== expected) problems.push({ day: expected, problem: 'day-missing' });
    if (sealed.previous_hash !== previous) problems.push({ day, problem: 'chain-broken' });
    const rows = await auditEntriesOfDay(db, day);
    if (BigInt(rows.length) !== sealed.entries || auditDayHash(day, sealed.previous_hash, rows) !== sealed.hash)
      problems.push({ day, problem: 'entries-changed' });
    if (rows.some(({ reason, reason_hash: hash }) => reason && reasonHash(reason) !== hash))
      problems.push({ day, problem: 'reason-changed' });
    const payload = signedAuditDay(day, sealed.entries, sealed.hash);
    if (keys.length > 0 && sealed.signature === null) problems.push({ day, problem: 'unsigned' });
    else if (keys.length > 0 && !keys.some((key) => isSignedBy(key, payload, sealed.signature ?? '')))
      problems.push({ day, problem: 'signature-wrong' });
    previous = sealed.hash;
    expected = addDays(day, 1);
    entries += sealed.entries;
  }
  const last = days.at(-1);
  return { days: days.length, entries, head: last ? { day: last.day, hash: last.hash } : null, problems };
}
