import { type Claim, type ClaimDesk, claimInstructions } from '#src/domain/claims/index.ts';
import type { GatewayAnswer, GatewayFact, GatewayPort, Movement } from '#src/domain/payments/index.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import type { GatewayFactory } from '../gateway.factory.server.ts';
import { mismatch } from '../gateway-wire.server.ts';
import { gateway } from './gateway.ts';

const states = {
  open: 'awaiting-buyer',
  taken: 'captured',
  withdrawn: 'voided',
} as const satisfies Readonly<Record<Claim['state'], GatewayFact['state']>>;

/** Credits that are read at a time. */
const mostCredits = 200;

/**
 * Collects at the school's units. Nobody notifies and nothing is sent: the book is the product's own (`desk`), so that the
 * answer is always there, and what the units' people write down is heard of by asking, as of any company. It cannot
 * reserve. Money goes back once a person at the unit has handed it over, so that a refund is only asked for here.
 */
export function createSchoolDesk({ desk, clock }: { readonly desk: ClaimDesk; readonly clock: Clock }): GatewayPort {
  const answer = (claim: Claim | null, attempt: { readonly amount: { readonly amount: bigint } }): GatewayAnswer => {
    if (!claim) return { kind: 'not-found' };
    if (claim.amount !== attempt.amount.amount) return mismatch('amount');
    return { kind: 'fact', fact: factOf(claim, clock.now()) };
  };

  return {
    id: gateway.id,
    async start(charge) {
      const { attemptId, amount, method, expiresAt, details } = charge;
      const claim = await desk.open({ attemptId, amount, method, proofKind: String(details['proofKind']), expiresAt });
      if (claim) return answer(claim, charge);
      const decline = { code: 'unit-missing', raw: 'no-unit', reversible: true };
      return { kind: 'fact', fact: { state: 'declined', movements: [], decline, at: clock.now() } };
    },
    find: async (charge) => answer(await desk.find(charge.attemptId), charge),
    release: async (charge) => answer(await desk.withdraw(charge.attemptId), charge),
    async refund(charge, { amount }, refundId) {
      const asked = await desk.askBack(charge.attemptId, refundId, amount);
      const claim = await desk.find(charge.attemptId);
      if (!asked || !claim) return { kind: 'silent', reason: 'refused-not-held' };
      const fact = factOf(claim, clock.now());
      return { kind: 'fact', fact: { ...fact, movements: fact.movements.filter(({ id }) => id === refundId) } };
    },
    async creditsSince(cursor) {
      const place = cursor !== null && /^\d{1,18}$/.test(cursor) ? BigInt(cursor) : 0n;
      const credits = await desk.creditsAfter(place, mostCredits);
      return {
        hints: credits.map(({ attemptId, movementId }) => ({ attemptId, eventId: movementId })),
        cursor: String(credits.at(-1)?.place ?? place),
      };
    },
  };
}

function factOf(claim: Claim, at: Date): GatewayFact {
  return {
    state: states[claim.state],
    reference: claim.id,
    movements: claim.movements.map((movement): Movement => {
      const { id, kind, amount, currency } = movement;
      return { id, kind, amount, currency, at: movement.at };
    }),
    instructions: claimInstructions(claim),
    at,
  };
}

export const gatewayFactory: GatewayFactory = {
  ...gateway,
  create: ({ desk, clock }) => createSchoolDesk({ desk, clock }),
};
