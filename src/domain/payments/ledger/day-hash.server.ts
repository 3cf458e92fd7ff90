import type { Selectable } from 'kysely';
import { sealedDayHash } from '#src/kernel/crypto/sealed-days.server.ts';
import { canonicalJson } from '#src/kernel/json/canonical-json.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';
import type { Database } from '../../database/index.server.ts';

export type LedgerLine = Selectable<Database['ledger_transfers']>;

/** A ledger line as it is hashed: every column, in one spelling (RFC 8785). */
function canonicalLine(line: LedgerLine): string {
  return canonicalJson({
    amount: String(line.amount),
    attempt: line.attempt_id,
    credit: line.credit_account,
    currency: line.currency,
    debit: line.debit_account,
    gateway: line.gateway,
    id: String(line.id),
    kind: line.kind,
    movement: line.movement_id,
    occurredAt: line.occurred_at.toISOString(),
    order: line.order_id,
    recordedAt: line.recorded_at.toISOString(),
  });
}

/** SHA-256 of a day: its date, the hash of the day before, and its lines in the order of their numbers. Counts them, too. */
export function ledgerDayHash(
  day: LocalDate,
  previous: string,
  lines: AsyncIterable<readonly LedgerLine[]>,
): ReturnType<typeof sealedDayHash> {
  return sealedDayHash(day, previous, lines, canonicalLine);
}

/** The payload that the signing key signs of a day. */
export function signedPayloadOf(day: LocalDate, lines: bigint, hash: string): string {
  return canonicalJson({ day, hash, lines: String(lines), what: 'ledger-day' });
}
