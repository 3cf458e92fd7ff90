import { unitsToJson } from '#src/kernel/money/money-json.ts';
import type { Db } from '../../base-context.server.ts';
import { recordEvent } from '../../messaging/outbox/index.server.ts';
import { markSurplusRefunded, type OpenSurplus } from './reconciliation-exception.repository.server.ts';

/** Resolves a surplus by the movement that refunded it, and records the event. The caller holds the order's lock. */
export async function resolveSurplus(
  trx: Db,
  orderId: string,
  { id, amount, currency }: Omit<OpenSurplus, 'movementId'>,
  movementId: string,
  now: Date,
): Promise<void> {
  await markSurplusRefunded(trx, id, movementId, now);
  await recordEvent(trx, orderId, 'surplus-returned', id, { amount: unitsToJson(amount), currency }, now);
}
