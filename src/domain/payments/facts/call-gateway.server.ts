import type { PaymentsContext } from '../context.server.ts';
import type { Order } from '../../orders/index.ts';
import { type OnApplied, type AppliedFact, applyGatewayFact } from './apply-gateway-fact.server.ts';
import type { AttemptRow } from '../attempts/attempt.repository.server.ts';
import { factOfNewCharge } from '../attempts/decide-answer.server.ts';
import type { ChargeRequest } from '../ports/gateway.port.ts';
import { startCharge } from '../instruments/identify-instrument.server.ts';
import type { PayRequest } from '../ports/pay.types.ts';
import type { PreparedTender } from '../instruments/prepare-tender.server.ts';

/**
 * Calls the gateway for an attempt that is already written, outside any transaction, and applies the answer.
 * The attempt's id is the gateway's idempotency key. `onApplied` is written with the answer.
 */
export async function callGateway(
  ctx: PaymentsContext,
  from: {
    order: Order;
    attempt: AttemptRow;
    tender: Pick<PreparedTender, 'gateway'> & {
      readonly details: Pick<PreparedTender['details'], 'payer' | 'details'>;
    };
    browser: PayRequest['browser'];
    description: string;
  },
  onApplied?: OnApplied,
): Promise<AppliedFact> {
  const { order, attempt, tender } = from;
  const charge: ChargeRequest = {
    attemptId: attempt.id,
    serial: attempt.serial,
    amount: { amount: attempt.amount, currency: order.currency },
    method: attempt.method,
    installments: attempt.installments,
    description: from.description,
    // A part is only reserved, where its gateway can, until the other parts are there.
    capture: attempt.part !== null && tender.gateway.holdSeconds !== undefined ? 'later' : 'at-once',
    payer: tender.details.payer,
    market: order.market,
    locale: order.locale,
    attemptCreatedAt: attempt.created_at,
    expiresAt: attempt.expires_at,
    details: tender.details.details,
    notificationUrl: `${ctx.config.publicOrigin}/api/v1/notifications/${attempt.gateway}`,
    buyerReturnUrl: `${ctx.config.publicOrigin}/awaiting/return/${attempt.id}`,
    challengeReturnUrl: `${ctx.config.publicOrigin}/payment-verification/return`,
    browser: from.browser,
  };
  ctx.crashPoint('pay-before-gateway');
  const answer = await startCharge(ctx, tender.gateway, attempt, charge);
  ctx.crashPoint('pay-after-gateway');
  return applyGatewayFact(ctx, attempt.id, factOfNewCharge(answer, ctx.clock.now()), 'answer', onApplied);
}
