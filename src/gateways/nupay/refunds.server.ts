import type { ChargeReference, GatewayAnswer } from '#src/domain/payments/index.ts';
import type { Money } from '#src/kernel/money/money.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import { toReais } from './amounts.ts';
import type { NuPayCall } from './nupay-client.server.ts';
import { codeIn, lacksBalance, readRefund, refundFact } from './nupay.mapping.server.ts';
import { paths, refundPauseMs } from './nupay.facts.ts';

/** Where the names of one refund stand: the next to use, and not before when. */
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
 * Orders refunds. One that our balance does not cover is refused for ever under its name: the next try takes a new name,
 * hours later. A name is left behind only after it was heard to be refused, so that no money goes back twice; a process
 * that forgot hears that again.
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
