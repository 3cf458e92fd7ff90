import type { PointsMemberService } from '#src/domain/customers/loyalty/index.ts';
import type { ChargeReference, ChargeRequest, GatewayAnswer, GatewayPort } from '#src/domain/payments/index.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import type { GatewayFactory } from '../company.factories.server.ts';
import type { HttpStatusOutcome, Unanswered } from '../gateway-http.server.ts';
import { gateway } from './gateway.ts';
import { codeIn, type PointsClubAddress, pointsClubCalls } from './points-club.client.server.ts';
import { answerFrom, declinedFrom } from './redemption.mapping.server.ts';

export interface PointsClubGatewayConfig extends PointsClubAddress {
  readonly clock: Clock;
  /** Gives the member whose points an attempt uses, while their proof is valid. */
  readonly members: PointsMemberService;
}

/** How long the programme keeps a reservation (its documents). */
const holdSeconds = 15 * 86_400;

type Answer = HttpStatusOutcome | Unanswered;

/** Collects points. The attempt's id is the programme's reference, which is unique. */
export function createPointsClubGateway(config: PointsClubGatewayConfig): GatewayPort {
  const { clock, members } = config;
  const call = pointsClubCalls(config);

  function read(answer: Answer, charge: ChargeReference, key?: string): GatewayAnswer {
    if (answer.kind !== 'status') return answer;
    if (answer.status === 404) return { kind: 'not-found' };
    if (answer.status >= 300) return { kind: 'silent', reason: `refused-${codeIn(answer.json)}` };
    return answerFrom(answer.json, charge, clock.now(), key);
  }

  const ask = (charge: ChargeReference): Promise<Answer> =>
    charge.reference === null
      ? call({ method: 'GET', path: '/redemptions', query: { reference: charge.attemptId } })
      : call({ method: 'GET', path: `/redemptions/${encodeURIComponent(charge.reference)}` });
  const find = async (charge: ChargeReference): Promise<GatewayAnswer> => read(await ask(charge), charge);

  /** The programme's id of a charge, searched for when its answer was lost; otherwise the result of that search. */
  async function named(charge: ChargeReference): Promise<string | GatewayAnswer> {
    if (charge.reference !== null) return charge.reference;
    const answer = await find(charge);
    return answer.kind === 'fact' ? (answer.fact.reference ?? { kind: 'not-found' }) : answer;
  }

  async function move(charge: ChargeReference, how: 'confirm' | 'release'): Promise<GatewayAnswer> {
    const id = await named(charge);
    if (typeof id !== 'string') return id;
    const answer = await call({ method: 'PUT', path: `/redemptions/${encodeURIComponent(id)}/${how}` });
    // Captured or released in the meantime: its current state is the answer.
    return answer.kind === 'status' && answer.status === 409 ? find(charge) : read(answer, charge);
  }

  return {
    id: gateway.id,
    holdSeconds,
    find,
    async start(charge) {
      const member = await members.verifiedMemberFor(charge.attemptId);
      if (!member) return declinedFrom('token-expired', clock.now());
      const answer = await call({
        method: 'POST',
        path: '/redemptions',
        headers: { 'x-member-token': member.token, 'idempotency-key': charge.attemptId },
        json: redemptionRequestFrom(charge, member.memberId),
      });
      if (answer.kind !== 'status' || answer.status < 300) return read(answer, { ...charge, reference: null });
      return declinedFrom(codeIn(answer.json), clock.now());
    },
    capture: (charge) => move(charge, 'confirm'),
    release: (charge) => move(charge, 'release'),
    async refund(charge, amount, refundId) {
      const id = await named(charge);
      if (typeof id !== 'string') return id;
      const answer = await call({
        method: 'POST',
        path: `/redemptions/${encodeURIComponent(id)}/returns`,
        headers: { 'idempotency-key': refundId },
        json: { amount: unitsToJson(amount.amount) },
      });
      return read(answer, charge, refundId);
    },
  };
}

function redemptionRequestFrom({ attemptId, amount, details, capture }: ChargeRequest, memberId: string) {
  return {
    reference: attemptId,
    memberId,
    amount: unitsToJson(amount.amount),
    currency: amount.currency,
    points: details['points'] ?? 0,
    pointsPerReal: details['pointsPerUnit'] ?? 0,
    confirm: capture === 'at-once',
  };
}

/** Time for a whole call; a buyer waits for it. */
const budgetMs = 8_000;

export const gatewayFactory: GatewayFactory = {
  ...gateway,
  create({ env, clock, members }) {
    const points = env.companies['points-club'];
    return (
      points &&
      createPointsClubGateway({
        baseUrl: points.url,
        user: points.user,
        secret: points.secret,
        clock,
        members,
        budgetMs,
      })
    );
  },
};
