import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { sandboxSecrets } from '#sandbox/accounts.server.ts';
import { signingSecret } from '#sandbox/companies/nupay/account.server.ts';
import { createNuPayGateway } from '#src/gateways/nupay/gateway.server.ts';
import { runGatewaySuite } from './suite/gateway-suite.ts';

/** The public key of a sandbox secret as NuPay publishes it: 32 bytes in base64. The secret's hash is the Ed25519 seed. */
function publicSigningKey(secret: string): string {
  const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');
  const key = Buffer.concat([pkcs8Head, createHash('sha256').update(secret).digest()]);
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  return createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
}

const nuPay = sandboxSecrets.companies.nupay;
const keys = [publicSigningKey(signingSecret), publicSigningKey(`${signingSecret}-before`)] as const;
const stranger = publicSigningKey('a stranger');

runGatewaySuite('NuPay', {
  company: 'nupay',
  keys,
  make: (sandboxWorld, budgetMs, given = [keys[0]]) =>
    createNuPayGateway({
      url: `${sandboxWorld.world.origin}/nupay`,
      merchantKey: nuPay?.merchantKey ?? '',
      merchantToken: nuPay?.merchantToken ?? '',
      // Whoever's key it is, it has to be one.
      signingKeys: given.map((key) => (keys.some((known) => known === key) ? key : stranger)),
      clock: sandboxWorld.clock,
      budgetMs,
    }),
  dress: async (_stage, charge) => charge,
  pay: async (sandboxWorld, _gateway, charge) => {
    const paid = await sandboxWorld.ask('POST', '/sandbox/nupay/answer', { referenceId: charge.attemptId });
    if (paid.status !== 200) throw new Error(`${paid.status} ${JSON.stringify(paid.json)}`);
  },
  refused: { state: 'declined', code: 'app-refused' },
  namesPayee: false,
  refunds: true,
  listsCredits: false,
  traits: { triesAgain: true, hidesRefunds: true, messageSeconds: 600 },
});
