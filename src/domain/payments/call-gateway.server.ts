import type { DomainContext } from '../context.server.ts';
import type { Order } from '../orders/index.ts';
import { type Alongside, type AppliedFact, applyGatewayFact } from './apply-gateway-fact.server.ts';
import type { AttemptRow } from './attempt.repository.server.ts';
import { factOfStart } from './decide-check.server.ts';
import type { ChargeRequest } from './gateway.port.ts';
import { startCounted } from './inspect-means.server.ts';
import type { PayRequest } from './pay.types.ts';
import type { PreparedTender } from './prepare-tender.server.ts';

/**
 * Calls the gateway for an attempt that is already written, outside any transaction, and applies the answer.
 * The attempt's id is the gateway's idempotency key. `alongside` is written with the answer.
 */
export async function callGateway(
  ctx: DomainContext,
  from: {
    order: Order;
    attempt: AttemptRow;
    tender: Pick<PreparedTender, 'gateway'> & {
      readonly details: Pick<PreparedTender['details'], 'payer' | 'details'>;
    };
    browser: PayRequest['browser'];
    description: string;
  },
  alongside?: Alongside,
): Promise<AppliedFact> {
  const { order, attempt, tender } = from;
  const charge: ChargeRequest = {
    attemptId: attempt.id,
    serial: attempt.serial,
    amount: { amount: attempt.amount, currency: order.currency },
    method: attempt.method,
    installments: attempt.installments,
    description: from.description,
    // A part of a price is only reserved, where its company can, until the other parts stand.
    capture: attempt.leg !== null && tender.gateway.holdSeconds !== undefined ? 'later' : 'at-once',
    payer: tender.details.payer,
    market: order.market,
    locale: order.locale,
    begunAt: attempt.created_at,
    expiresAt: attempt.expires_at,
    details: tender.details.details,
    notificationUrl: `${ctx.config.publicOrigin}/api/v1/notifications/${attempt.gateway}`,
    buyerReturnUrl: `${ctx.config.publicOrigin}/awaiting/return/${attempt.id}`,
    challengeReturnUrl: `${ctx.config.publicOrigin}/payment-verification/return`,
    browser: from.browser,
  };
  ctx.crashPoint('pay-before-gateway');
  const answer = await startCounted(ctx, tender.gateway, attempt, charge);
  ctx.crashPoint('pay-after-gateway');
  return applyGatewayFact(ctx, attempt.id, factOfStart(answer, ctx.clock.now()), 'answer', alongside);
}
