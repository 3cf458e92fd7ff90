import type { GatewayPort } from '#src/domain/payments/index.ts';
import type { GatewayFactory } from '../company.factories.server.ts';
import { readHook } from '../pagarme/incoming-webhook.server.ts';
import { pagarmeConfig } from '../pagarme/gateway.server.ts';
import { slipOrder } from '../pagarme/order.request.server.ts';
import { createPagarmeClient, type PagarmeConfig } from '../pagarme/pagarme-client.server.ts';
import { gateway } from './gateway.ts';

/** Slips at Pagar.me: an order with one charge; its line comes with the answer, its payment with a webhook. */
export function createPagarmeSlipGateway(config: PagarmeConfig): GatewayPort {
  const client = createPagarmeClient(config);
  return {
    id: gateway.id,
    start: (charge) => client.start(charge, slipOrder(charge)),
    find: (charge) => client.find(charge),
    async release(charge) {
      const seen = await client.find(charge);
      if (seen.kind !== 'fact' || seen.fact.state !== 'awaiting-buyer') return seen;
      const known = { ...charge, reference: seen.fact.reference ?? charge.reference };
      const headers = { 'idempotency-key': `${charge.attemptId}-release` };
      return client.change(known, (path) => ({ method: 'DELETE', path, headers }));
    },
    readWebhook: (raw) => readHook(raw, config.notifications, 'boleto'),
  };
}

export const gatewayFactory: GatewayFactory = {
  ...gateway,
  create({ env, clock }) {
    const { pagarme } = env.companies;
    return pagarme && createPagarmeSlipGateway(pagarmeConfig(pagarme, clock));
  },
};
