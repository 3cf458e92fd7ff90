import type { ChargeRequest, GatewayPort } from '#src/domain/payments/index.ts';
import type { PagarmeEnv } from '#src/gateways/pagarme/settings.server.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import type { GatewayFactory } from '../company.factories.server.ts';
import type { TokenEndpoint } from '#src/kernel/crypto/card-tokenization.ts';
import { notificationKeys } from '../signed-webhook.server.ts';
import { readHook } from './incoming-webhook.server.ts';
import { refusalOf } from './decline-codes.ts';
import { gateway } from './gateway.ts';
import { cardOrder } from './order.request.server.ts';
import { createPagarmeClient, type PagarmeConfig } from './pagarme-client.server.ts';
import { inspectedFrom } from './token.mapping.server.ts';
import { holdSeconds, recheckDays } from './unverified.ts';

/** Cards at Pagar.me. Each attempt is an order there with one charge; two cards of ours are two orders of theirs. */
export function createPagarmeGateway(config: PagarmeConfig): GatewayPort {
  const client = createPagarmeClient(config);
  return {
    id: gateway.id,
    recheckDays,
    holdSeconds,
    identifiesTypedOnly: true,
    async identify(details) {
      if (isOfAnother(details)) return { kind: 'refused', decline: refusalOf('token-of-another') };
      const { cardToken } = details;
      if (typeof cardToken !== 'string') throw new Error('A card charge came without its token');
      const answer = await client.token(cardToken);
      if (answer.kind !== 'status') return { kind: 'unreachable', reason: `token-${answer.reason}` };
      // No such token (any more): the charge would be refused as well.
      if (answer.status === 404 || answer.status === 422)
        return { kind: 'refused', decline: refusalOf(`${answer.status}-card-token`) };
      const instrument = answer.status === 200 ? inspectedFrom(answer.json, details) : null;
      return instrument
        ? { kind: 'inspected', instrument }
        : { kind: 'unreachable', reason: `token-status-${answer.status}` };
    },
    async start(charge) {
      if (!isOfAnother(charge.details)) return client.start(charge, cardOrder(charge));
      const decline = refusalOf('token-of-another');
      return { kind: 'fact', fact: { state: 'declined', movements: [], decline, at: config.clock.now() } };
    },
    find: (charge) => client.find(charge),
    capture: (charge) =>
      client.change(charge, (path) => ({
        method: 'POST',
        path: `${path}/capture`,
        headers: { 'idempotency-key': `${charge.attemptId}-capture` },
        json: { code: charge.attemptId, amount: unitsToJson(charge.amount.amount) },
      })),
    async release(charge) {
      // Canceling a captured charge would refund it: its state is read first.
      const seen = await client.find(charge);
      if (seen.kind !== 'fact' || seen.fact.state === 'captured' || seen.fact.state === 'voided') return seen;
      const known = { ...charge, reference: seen.fact.reference ?? charge.reference };
      return client.change(known, (path) => ({
        method: 'DELETE',
        path,
        headers: { 'idempotency-key': `${charge.attemptId}-release` },
      }));
    },
    refund: (charge, amount, refundId) =>
      client.refund(charge, (path) => ({
        method: 'DELETE',
        path,
        headers: { 'idempotency-key': refundId },
        json: { amount: unitsToJson(amount.amount), operation_reference: refundId },
      })),
    readWebhook: (raw) => readHook(raw, config.notifications, 'credit_card'),
  };
}

/** A token of another gateway cannot be used at Pagar.me: the card has to be typed again. */
function isOfAnother({ sealedFor }: ChargeRequest['details']): boolean {
  return typeof sealedFor === 'string' && sealedFor !== '' && sealedFor !== gateway.id;
}

/** Dependencies of both Pagar.me gateways. */
export function pagarmeConfig(env: PagarmeEnv, clock: Clock): PagarmeConfig {
  const notifications = { user: env.notificationUser, passwords: notificationKeys(env.notificationSecret) };
  const { url: baseUrl, secretKey, publicKey } = env;
  return { baseUrl, secretKey, publicKey, notifications, clock };
}

/** SDK: CreateTokenRequest. The public key is in the address; it can only make tokens. */
export function cardTokens({ url, publicKey }: Pick<PagarmeEnv, 'url' | 'publicKey'>): TokenEndpoint {
  return {
    kind: 'token-endpoint',
    url: `${url}/tokens?${new URLSearchParams({ appId: publicKey })}`,
    headers: {},
    body: {
      type: 'card',
      card: { number: '{number}', holder_name: '{holder}', exp_month: '{month}', exp_year: '{year}', cvv: '{code}' },
    },
    tokenMember: 'id',
  };
}

export const gatewayFactory: GatewayFactory = {
  ...gateway,
  create({ env, clock }) {
    const { pagarme } = env.companies;
    return pagarme && createPagarmeGateway(pagarmeConfig(pagarme, clock));
  },
  cardTokenization: ({ pagarme }) => pagarme && cardTokens(pagarme),
};
