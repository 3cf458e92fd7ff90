import type { PaymentsContext } from '../context.server.ts';
import { callGateway } from '../facts/call-gateway.server.ts';
import { advanceSplitOrder } from '../split/advance-split-order.server.ts';
import { storeAnswer } from './idempotency.repository.server.ts';
import type { PayAnswer } from '../ports/pay.types.ts';

/**
 * Calls the gateway for a written attempt, and keeps what the buyer is told of its answer under the key of their call, in
 * the transaction that applies it. Gives the answer that is kept: the first one, if somebody was quicker.
 */
export async function chargeAndAnswer(
  ctx: PaymentsContext,
  from: Parameters<typeof callGateway>[1],
  { sessionId, idempotencyKey }: { readonly sessionId: string; readonly idempotencyKey: string },
): Promise<PayAnswer> {
  let kept: PayAnswer | null = null;
  const applied = await callGateway(ctx, from, async (trx, { orderId, attemptId, state, declineCode }) => {
    kept = await storeAnswer(trx, sessionId, idempotencyKey, { orderId, attemptId, state, declineCode });
  });
  if (applied.mustAdvanceSplit) await advanceSplitOrder(ctx, applied.orderId);
  const { orderId, attemptId, state, declineCode } = applied;
  return kept ?? { orderId, attemptId, state, declineCode };
}
