import type { ChargeReference, ChargeRequest, GatewayAnswer, GatewayPort } from '#src/domain/payments/index.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import type { GatewayFactory } from '../company.factories.server.ts';
import type { HttpStatusOutcome, Unanswered } from '../gateway-http.server.ts';
import { toReais } from './amounts.ts';
import { gateway } from './gateway.ts';
import { createNuPayClient, type NuPayClientConfig } from './nupay-client.server.ts';
import { recheckDays, paths, referenceQuery } from './nupay.facts.ts';
import { answerFrom, codeIn } from './nupay.mapping.server.ts';
import { readMessage, readSigningKey } from './nupay-message.server.ts';
import { createRefunds } from './refunds.server.ts';
import { mayCancel } from './payment-statuses.ts';

export interface NuPayConfig extends NuPayClientConfig {
  /** Public keys of its webhooks, the newest first; empty where unsigned ones are accepted as hints. */
  readonly signingKeys: readonly string[];
  readonly clock: Clock;
}

/** Client of NuPay for Business. The attempt's id is our reference there; NuPay makes one payment per reference. */
export function createNuPayGateway(config: NuPayConfig): GatewayPort {
  const { clock } = config;
  const call = createNuPayClient(config);
  const refund = createRefunds(call, clock);
  const keys = config.signingKeys.map(readSigningKey);

  function read(answer: HttpStatusOutcome | Unanswered, charge: Pick<ChargeReference, 'attemptId' | 'amount'>) {
    if (answer.kind !== 'status') return answer;
    if (answer.status === 404) return { kind: 'not-found' } as const;
    if (answer.status >= 300) return { kind: 'silent', reason: `refused-${codeIn(answer.json)}` } as const;
    return answerFrom(answer.json, charge, clock.now(), clock.now());
  }

  async function byOurName(charge: Pick<ChargeReference, 'attemptId' | 'amount'>): Promise<GatewayAnswer> {
    const query = { [referenceQuery]: charge.attemptId };
    return read(await call({ method: 'GET', path: paths.payments, query }), charge);
  }

  async function find(charge: ChargeReference): Promise<GatewayAnswer> {
    if (charge.reference === null) return byOurName(charge);
    const path = `${paths.payments}/${encodeURIComponent(charge.reference)}/status`;
    return read(await call({ method: 'GET', path }), charge);
  }

  /** NuPay's id of a payment, read when an answer was lost. */
  async function nameOf(charge: ChargeReference): Promise<string | GatewayAnswer> {
    if (charge.reference !== null) return charge.reference;
    const there = await find(charge);
    return there.kind === 'fact' && there.fact.reference !== undefined ? there.fact.reference : there;
  }

  return {
    id: gateway.id,
    recheckDays,
    find,
    async start(charge) {
      const document = charge.payer.document?.number ?? '';
      const offer = await call({
        method: 'POST',
        path: paths.conditions,
        json: { amount: toReais(charge.amount.amount), document },
      });
      if (offer.kind === 'unreachable') return offer;
      // NuPay offers this person no credit for this price: no payment is made.
      if (offer.kind === 'status' && offer.status === 400) return refused('app-not-offered', 'conditions', clock.now());
      // Nothing was created yet, so that no answer counts as not reached.
      if (offer.kind === 'silent') return { kind: 'unreachable', reason: offer.reason };
      const answer = await call({
        method: 'POST',
        path: paths.payments,
        headers: { 'idempotency-key': charge.attemptId },
        json: requestFrom(charge, clock.now()),
      });
      if (answer.kind !== 'status' || answer.status < 300) return read(answer, charge);
      const code = codeIn(answer.json);
      // The reference is used: by this very payment when an earlier answer was lost.
      if (answer.status === 409) return byOurName(charge);
      return refused('gateway-refused', code, clock.now());
    },
    async release(charge) {
      const there = await find(charge);
      const psp = there.kind === 'fact' ? there.fact.reference : undefined;
      if (there.kind !== 'fact' || psp === undefined || !mayCancel(there.fact.state)) return there;
      const answer = await call({ method: 'POST', path: `${paths.payments}/${encodeURIComponent(psp)}/cancel` });
      // Not pending any more: its current state is the answer.
      const isOver = answer.kind === 'status' && [400, 409, 422].includes(answer.status);
      return isOver ? find({ ...charge, reference: psp }) : read(answer, charge);
    },
    async refund(charge, amount, refundId) {
      const psp = await nameOf(charge);
      return typeof psp === 'string' ? refund({ ...charge, psp, reference: psp }, amount, refundId) : psp;
    },
    readWebhook: (raw) => readMessage(raw, keys),
  };
}

function refused(code: string, raw: string, at: Date): GatewayAnswer {
  const state = code === 'gateway-refused' ? 'failed' : 'declined';
  return { kind: 'fact', fact: { state, movements: [], decline: { code, raw, reversible: false }, at } };
}

function requestFrom(charge: ChargeRequest, now: Date): JsonObject {
  const { attemptId, amount, payer, description, buyerReturnUrl, expiresAt } = charge;
  const [firstName = '', ...rest] = payer.name.trim().split(/\s+/);
  const value = toReais(amount.amount);
  return {
    merchantOrderReference: attemptId,
    referenceId: attemptId,
    storeName: description.slice(0, 60),
    amount: { value, currency: amount.currency },
    delayToAutoCancel: Math.max(1, Math.floor((expiresAt.getTime() - now.getTime()) / 60_000)),
    paymentMethod: { type: 'nupay', authorizationType: 'manually_authorized' },
    paymentFlow: { returnUrl: buyerReturnUrl, cancelUrl: buyerReturnUrl },
    shopper: {
      reference: attemptId,
      firstName,
      lastName: rest.join(' '),
      document: payer.document?.number ?? '',
      documentType: 'CPF',
      email: payer.email,
    },
    items: [{ id: attemptId, value, quantity: 1, description: description.slice(0, 100) }],
    callbackUrl: charge.notificationUrl,
  };
}

export const gatewayFactory: GatewayFactory = {
  ...gateway,
  create({ env, clock }) {
    const { nupay } = env.companies;
    return nupay && createNuPayGateway({ ...nupay, clock });
  },
};
