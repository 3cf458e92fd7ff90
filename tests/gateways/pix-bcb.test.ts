import { sandboxSecrets } from '#sandbox/accounts.server.ts';
import { createPixGateway } from '#src/gateways/pix-bcb/gateway.server.ts';
import { attemptOf, plainId } from '#src/gateways/pix-bcb/pix-ids.ts';
import { runGatewaySuite } from './suite/gateway-suite.ts';

const pix = sandboxSecrets.companies['pix-bcb'];

runGatewaySuite('Pix at a bank that speaks API Pix', {
  company: 'pix-bank',
  keys: [pix.notificationSecret, `${pix.notificationSecret}-before`],
  make: (sandboxWorld, budgetMs, keys = [pix.notificationSecret]) =>
    createPixGateway({
      baseUrl: `${sandboxWorld.world.origin}/pix-bank`,
      clientId: pix.clientId,
      clientSecret: pix.clientSecret,
      key: pix.key,
      notificationKeys: keys,
      addressSecret: pix.notificationSecret,
      account: { agency: '0001', number: '0123456' },
      clock: sandboxWorld.clock,
      budgetMs,
    }),
  dress: async (_stage, charge) => charge,
  pay: async (sandboxWorld, _gateway, charge) => {
    const txid = plainId(charge.attemptId);
    if (attemptOf(txid) !== charge.attemptId) throw new Error('The txid does not lead back to the attempt');
    const paid = await sandboxWorld.ask('POST', '/sandbox/pix/pay', { txid });
    if (paid.status !== 200) throw new Error(`${paid.status} ${JSON.stringify(paid.json)}`);
  },
  refused: { state: 'failed', code: 'gateway-refused' },
  namesPayee: true,
  refunds: true,
  listsCredits: true,
});
