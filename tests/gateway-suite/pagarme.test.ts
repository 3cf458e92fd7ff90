import { createPagarmeGateway } from '#src/gateways/pagarme/gateway.server.ts';
import { gatewaySuite } from './gateway-suite.ts';
import { announceHook, pagarmeKeys, pagarmeOn, pagarmeToken } from './pagarme-stage.server.ts';

gatewaySuite('Cards at Pagar.me', {
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
  habits: { signsNothing: true },
});
