import {
  type InPersonPayment,
  type InPersonPaymentService,
  inPersonInstructions,
} from '#src/domain/in-person/index.ts';
import type { GatewayAnswer, GatewayFact, GatewayPort, Movement } from '#src/domain/payments/index.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import type { GatewayFactory } from '../company.factories.server.ts';
import { mismatch } from '../gateway-http.server.ts';
import { gateway } from './gateway.ts';

const states = {
  open: 'awaiting-buyer',
  collected: 'captured',
  canceled: 'voided',
} as const satisfies Readonly<Record<InPersonPayment['state'], GatewayFact['state']>>;

/** Credits per page. */
const maxCredits = 200;

/**
 * Collects at the school's units. There are no webhooks and nothing is sent: payments are in a table of the product,
 * so that an answer is always available; credits that the staff record are read by `find`, as for any
 * company. It cannot reserve. A refund is completed when the staff have paid it out; a call only requests it.
 */
export function createInPersonUnitGateway({
  inPersonPayments,
  clock,
}: {
  readonly inPersonPayments: InPersonPaymentService;
  readonly clock: Clock;
}): GatewayPort {
  const answer = (
    payment: InPersonPayment | null,
    attempt: { readonly amount: { readonly amount: bigint } },
  ): GatewayAnswer => {
    if (!payment) return { kind: 'not-found' };
    if (payment.amount !== attempt.amount.amount) return mismatch('amount');
    return { kind: 'fact', fact: factOf(payment, clock.now()) };
  };

  return {
    id: gateway.id,
    async start(charge) {
      const { attemptId, amount, method, expiresAt, details } = charge;
      const payment = await inPersonPayments.open({
        attemptId,
        amount,
        method,
        proofKind: String(details['proofKind']),
        expiresAt,
      });
      if (payment) return answer(payment, charge);
      const decline = { code: 'unit-missing', raw: 'no-unit', reversible: true };
      return { kind: 'fact', fact: { state: 'declined', movements: [], decline, at: clock.now() } };
    },
    find: async (charge) => answer(await inPersonPayments.find(charge.attemptId), charge),
    release: async (charge) => answer(await inPersonPayments.withdraw(charge.attemptId), charge),
    async refund(charge, { amount }, refundId) {
      const asked = await inPersonPayments.requestRefund(charge.attemptId, refundId, amount);
      const payment = await inPersonPayments.find(charge.attemptId);
      if (!asked || !payment) return { kind: 'silent', reason: 'refused-not-held' };
      const fact = factOf(payment, clock.now());
      return { kind: 'fact', fact: { ...fact, movements: fact.movements.filter(({ id }) => id === refundId) } };
    },
    async creditsSince(cursor) {
      const position = cursor !== null && /^\d{1,18}$/.test(cursor) ? BigInt(cursor) : 0n;
      const credits = await inPersonPayments.creditsAfter(position, maxCredits);
      return {
        hints: credits.map(({ attemptId, movementId }) => ({ attemptId, eventId: movementId })),
        cursor: String(credits.at(-1)?.position ?? position),
      };
    },
  };
}

function factOf(payment: InPersonPayment, at: Date): GatewayFact {
  return {
    state: states[payment.state],
    reference: payment.id,
    movements: payment.movements.map((movement): Movement => {
      const { id, kind, amount, currency } = movement;
      return { id, kind, amount, currency, at: movement.at };
    }),
    instructions: inPersonInstructions(payment),
    at,
  };
}

export const gatewayFactory: GatewayFactory = {
  ...gateway,
  create: ({ inPersonPayments, clock }) => createInPersonUnitGateway({ inPersonPayments, clock }),
};
