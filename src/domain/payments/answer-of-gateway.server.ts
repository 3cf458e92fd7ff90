import type { DomainContext } from '../context.server.ts';
import { callGateway } from './call-gateway.server.ts';
import { goOn } from './go-on.server.ts';
import { keepAnswer } from './idempotency.repository.server.ts';
import type { PayAnswer } from './pay.types.ts';

/**
 * Calls the gateway for a written attempt, and keeps what the buyer is told of its answer under the key of their call, in
 * the transaction that applies it. Gives the answer that is kept: the first one, if somebody was quicker.
 */
export async function answerOfGateway(
  ctx: DomainContext,
  from: Parameters<typeof callGateway>[1],
  { sessionId, idempotencyKey }: { readonly sessionId: string; readonly idempotencyKey: string },
): Promise<PayAnswer> {
  let kept: PayAnswer | null = null;
  const applied = await callGateway(ctx, from, async (trx, { orderId, attemptId, state, declineCode }) => {
    kept = await keepAnswer(trx, sessionId, idempotencyKey, { orderId, attemptId, state, declineCode });
  });
  if (applied.goesOn) await goOn(ctx, applied.orderId);
  const { orderId, attemptId, state, declineCode } = applied;
  return kept ?? { orderId, attemptId, state, declineCode };
}
