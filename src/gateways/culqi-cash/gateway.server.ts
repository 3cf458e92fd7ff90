import type {
  ChargeReference,
  ChargeRequest,
  Decline,
  GatewayAnswer,
  GatewayPort,
} from '#src/domain/payments/index.ts';
import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { askedOf, sinceOf } from '../culqi/charge-reader.server.ts';
import { antifraudOf, metadataOf } from '../culqi/charge.request.ts';
import {
  createCulqiClient,
  type CulqiConfig,
  isUnanswered,
  problemIn,
  culqiConfig,
} from '../culqi/culqi-client.server.ts';
import { readEvent } from '../culqi/incoming-webhook.server.ts';
import { isOrderExpiry } from '../culqi/request-rules.ts';
import { descriptionLength, leastOrder, takenNumberCodes } from '../culqi/unverified.ts';
import type { GatewayFactory } from '../company.factories.server.ts';
import type { HttpStatusOutcome } from '../gateway-http.server.ts';
import { gateway } from './gateway.ts';
import { answerFrom, type Order, orderIn } from './order.mapping.server.ts';

/**
 * Orders at Culqi: the order is made first, then confirmed to be paid by its CIP. The attempt's id is its number,
 * which Culqi takes once; an order that stopped between the two steps is completed by the next call that reads it.
 */
export function createCulqiCashGateway(config: CulqiConfig): GatewayPort {
  const client = createCulqiClient(config);
  const now = (): Date => config.clock.now();

  async function orderOf(asked: ChargeReference): Promise<Order | GatewayAnswer> {
    const { attemptId, reference, amount } = asked;
    if (reference === null) {
      const wanted = (json: JsonValue): Order | null => {
        const order = orderIn(json);
        return order?.order_number === attemptId ? order : null;
      };
      const found = await client.search('/orders', { amount: String(amount.amount) }, wanted, sinceOf(asked));
      return found ?? { kind: 'not-found' };
    }
    const answer = await client.call({ method: 'GET', path: `/orders/${encodeURIComponent(reference)}` });
    if (answer.kind !== 'status') return answer;
    return answer.status === 200
      ? (orderIn(answer.json) ?? { kind: 'silent', reason: 'unreadable' })
      : notFoundOr(answer);
  }

  async function find(asked: ChargeReference): Promise<GatewayAnswer> {
    const order = await orderOf(asked);
    if (isGatewayAnswer(order)) return order;
    return order.state === 'created' ? confirm(order, asked) : answerFrom(order, asked, now());
  }

  /** Confirms the order, which gives it its CIP; a repeated call gives the same CIP. */
  async function confirm(order: Order, asked: ChargeReference): Promise<GatewayAnswer> {
    // An order of another attempt must not be changed.
    const seen = answerFrom(order, asked, now());
    if (seen.kind !== 'fact') return seen;
    const json = { order_id: order.id, order_types: ['cip'] };
    const answer = await client.call({ method: 'POST', path: '/orders/confirm_tipo', json });
    if (answer.kind !== 'status') return answer;
    if (answer.status !== 200 && answer.status !== 201) return notFoundOr(answer);
    return answerFrom(orderIn(answer.json), asked, now());
  }

  function declined(raw: string): GatewayAnswer {
    const decline: Decline = { code: 'cash-code-refused', raw, reversible: true };
    return { kind: 'fact', fact: { state: 'declined', movements: [], decline, at: now() } };
  }

  return {
    id: gateway.id,
    limits: { PEN: { least: leastOrder } },
    find,
    async start(charge) {
      const asked = { ...askedOf(charge), reference: null };
      const { amount } = charge;
      const body = orderBody(charge);
      if (amount.amount < leastOrder) return declined('amount-too-small');
      if (!isOrderExpiry(Number(body['expiration_date']), now())) return declined('expiry-past');
      const answer = await client.call({ method: 'POST', path: '/orders', json: body });
      if (answer.kind !== 'status') return answer;
      if (answer.status === 201) {
        const order = orderIn(answer.json);
        return order ? confirm(order, asked) : { kind: 'silent', reason: 'unreadable' };
      }
      const { code } = problemIn(answer.json);
      return takenNumberCodes.has(code) ? find(asked) : declined(code);
    },
    async release(asked) {
      const order = await orderOf(asked);
      if (isGatewayAnswer(order)) return order;
      if (order.state !== 'created' && order.state !== 'pending') return answerFrom(order, asked, now());
      const answer = await client.call({ method: 'DELETE', path: `/orders/${order.id}` });
      if (answer.kind !== 'status') return answer;
      // The order may have been paid meanwhile: its current state is the answer.
      return find({ ...asked, reference: order.id });
    },
    readWebhook: (raw) => readEvent(raw, config.notificationKeys, 'order'),
  };
}

function isGatewayAnswer(value: Order | GatewayAnswer): value is GatewayAnswer {
  return isUnanswered(value) || ('kind' in value && value.kind === 'not-found');
}

function notFoundOr(answer: HttpStatusOutcome): GatewayAnswer {
  return answer.status === 404
    ? { kind: 'not-found' }
    : { kind: 'silent', reason: `refused-${problemIn(answer.json).code}` };
}

function orderBody(charge: ChargeRequest): JsonObject {
  const { amount, payer, attemptId, description, expiresAt, notificationUrl } = charge;
  const { first_name: firstName, last_name: lastName, phone_number: phone } = antifraudOf(payer);
  return {
    amount: unitsToJson(amount.amount),
    currency_code: amount.currency,
    description: description.slice(0, descriptionLength),
    order_number: attemptId,
    client_details: {
      first_name: firstName ?? '',
      last_name: lastName ?? '',
      email: payer.email,
      ...(phone === undefined ? {} : { phone_number: phone }),
    },
    expiration_date: Math.floor(expiresAt.getTime() / 1000),
    confirm: false,
    metadata: metadataOf(attemptId, notificationUrl),
  };
}

export const gatewayFactory: GatewayFactory = {
  ...gateway,
  create({ env, clock }) {
    const { culqi } = env.companies;
    return culqi && createCulqiCashGateway(culqiConfig(culqi, clock));
  },
};
