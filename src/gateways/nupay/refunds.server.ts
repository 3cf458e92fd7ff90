import type { ChargeReference, GatewayAnswer } from '#src/domain/payments/index.ts';
import type { Money } from '#src/kernel/money/money.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import { toReais } from './amounts.ts';
import type { NuPayCall } from './nupay-client.server.ts';
import { codeIn, lacksBalance, readRefund, refundFact } from './nupay.mapping.server.ts';
import { paths, refundPauseMs } from './nupay.facts.ts';

/** References of one refund: the next to use, and its earliest time. */
interface Standing {
  readonly next: number;
  readonly notBefore: number;
}

const maxRemembered = 1_000;

export type RefundCall = (
  charge: ChargeReference & { readonly psp: string },
  amount: Money,
  refundId: string,
) => Promise<GatewayAnswer>;

/**
 * Requests refunds. One that our balance does not cover is refused for ever under its reference: the next try takes a
 * new reference, hours later. A new reference is used only after the refusal of the last one was read, so that no money
 * is refunded twice; a restarted process reads that refusal again.
 */
export function createRefunds(call: NuPayCall, clock: Clock): RefundCall {
  const standing = new Map<string, Standing>();

  return async function refund(charge, amount, refundId) {
    const now = clock.now();
    const { next, notBefore } = standing.get(refundId) ?? { next: 1, notBefore: 0 };
    if (now.getTime() < notBefore) return { kind: 'silent', reason: 'refused-balance' };
    const answer = await call({
      method: 'POST',
      path: `${paths.payments}/${encodeURIComponent(charge.psp)}/refunds`,
      json: {
        transactionRefundId: `${refundId}-${next}`,
        amount: { value: toReais(amount.amount), currency: amount.currency },
      },
    });
    if (answer.kind !== 'status') return answer;
    if (answer.status === 404) return { kind: 'not-found' };
    const back = answer.status < 300 ? readRefund(answer.json) : null;
    if (!back) return { kind: 'silent', reason: `refused-${codeIn(answer.json)}` };
    if (lacksBalance(back)) {
      standing.set(refundId, { next: next + 1, notBefore: now.getTime() + refundPauseMs });
      const oldest = standing.size > maxRemembered ? standing.keys().next().value : undefined;
      if (oldest !== undefined) standing.delete(oldest);
    }
    return refundFact(back, charge, amount.amount, now);
  };
}
