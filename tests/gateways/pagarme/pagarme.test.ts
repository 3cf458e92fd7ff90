import { createPagarmeGateway } from '#src/gateways/pagarme/gateway.server.ts';
import { runGatewaySuite } from '../suite/gateway-suite.ts';
import { announceHook, pagarmeKeys, pagarmeOn, pagarmeToken } from './pagarme-world.server.ts';

runGatewaySuite('Cards at Pagar.me', {
  company: 'pagarme',
  keys: pagarmeKeys,
  make: (stage, budgetMs, keys) => createPagarmeGateway(pagarmeOn(stage, budgetMs, keys)),
  dress: async (stage, charge) => {
    await announceHook(stage);
    return { ...charge, details: { cardToken: await pagarmeToken(stage, '4111111111111111') } };
  },
  pay: null,
  refused: { state: 'declined', code: 'card-declined' },
  namesPayee: false,
  refunds: true,
  listsCredits: false,
  traits: { signsNothing: true },
});
