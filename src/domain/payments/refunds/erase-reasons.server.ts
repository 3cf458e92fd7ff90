import type { Db } from '../../base-context.server.ts';
import { eraseReasonsOfEvents } from '../../messaging/outbox/index.server.ts';
import { eraseRefundReasons } from '../booking/refund.repository.server.ts';
import { erasePendingRefundReasons } from './pending-refund.repository.server.ts';

/** Replaces a text that an operator wrote. */
const mark = '•••';

/**
 * Erases the reasons that operators wrote for refunds of these orders: any of them may name a person, in whatever spelling.
 * The reason of a product's rule is a code, which stays.
 */
export async function eraseReasons(db: Db, orderIds: readonly string[]): Promise<void> {
  const requestIds = await eraseRefundReasons(db, orderIds, mark);
  await erasePendingRefundReasons(db, orderIds, mark);
  if (requestIds.length > 0) await eraseReasonsOfEvents(db, orderIds, requestIds, mark);
}
