import type { Db } from '../../base-context.server.ts';
import { type Lead, leadById } from '../../checkout/leads/index.server.ts';
import { type Order, orderById, orderLines } from '../../orders/index.server.ts';
import type { DisputeView } from '../../refunds/disputes/index.ts';
import { type CompellingEvidence, compellingEvidence } from './compelling-evidence.ts';
import { agreementsOfOrder, earlierSales, priorPayments, useOfOrder } from './evidence.repository.server.ts';

/** Everything that answers a dispute, of the sale and of its buyer. Amounts are minor units; times are UTC instants. */
export interface Evidence {
  readonly dispute: DisputeView;
  readonly order: Order;
  readonly lines: readonly { readonly title: string; readonly amount: bigint }[];
  /** Who bought. Erased where the buyer had their data erased. */
  readonly buyer: Lead;
  /** What the buyer agreed to, and from which address. */
  readonly agreed: Awaited<ReturnType<typeof agreementsOfOrder>>;
  /** What the buyer was given, and that they used it. */
  readonly used: Awaited<ReturnType<typeof useOfOrder>>;
  readonly earlier: Awaited<ReturnType<typeof earlierSales>>;
  readonly compelling: CompellingEvidence;
}

/** Gathers the evidence for a dispute by reading only; null where its sale is gone. */
export async function gatherEvidence(db: Db, dispute: DisputeView): Promise<Evidence | null> {
  const { orderId, attemptId } = dispute;
  const order = await orderById(db, orderId);
  const buyer = order && (await leadById(db, order.leadId));
  if (!order || !buyer) return null;
  const [lines, agreed, used, earlier, payments] = await Promise.all([
    orderLines(db, orderId),
    agreementsOfOrder(db, orderId),
    useOfOrder(db, orderId),
    earlierSales(db, orderId),
    priorPayments(db, attemptId),
  ]);
  const compelling = compellingEvidence(dispute, payments);
  return { dispute, order, lines, buyer, agreed, used, earlier, compelling };
}
