import { afterAll, beforeAll, expect, test } from 'vitest';
import { defenceLimits } from '#src/domain/defences/index.server.ts';
import { createSubscription } from '#src/domain/subscriptions/index.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import {
  type AbuseWorld,
  beginPurchase,
  type CallAnswer,
  type Caller,
  cardToken,
  createAbuseWorld,
  product,
} from './abuse-world.server.ts';

const accounts = 16;

let world: AbuseWorld;
beforeAll(async () => {
  world = await createAbuseWorld();
});
afterAll(() => world.close());

/** An account of its own with a subscription, whose card is to be exchanged: the call that checks one without money. */
async function checkCard(caller: Caller, account: number): Promise<CallAnswer> {
  const leadId = await beginPurchase(caller, `account-${account}@exemplo.com.br`);
  if (typeof leadId !== 'string') return leadId;
  const id = await createSubscription(world.ctx, {
    ...{ leadId, brand: 'wise-up', variant: 'online', business: 'wiseup-online', productCode: product.productCode },
    ...{ planId: 'wup-annual-t', market: 'BR', locale: 'pt-BR', price: { amount: 114_000n, currency: 'BRL' } },
    ...{ state: 'active', termFrom: '2026-01-01', termTo: '2027-01-01' },
  });
  const token = cardToken('thief', 'bad');
  const fields = {
    token,
    sealedFor: 'book',
    brand: 'visa',
    last4: '1111',
    expiry: '12/30',
    document: '390.533.447-05',
  };
  const path = `/api/v2/subscription/${id}/custom-sale/verify-card`;
  return caller.call('POST', path, { method: 'credit-card', fields }, { 'idempotency-key': newSecret() });
}

test('S-02 a thief with an account for each card is stopped by the address that all of them come from', async () => {
  const answers: CallAnswer[] = [];
  for (let account = 0; account < accounts; account += 1)
    answers.push(await checkCard(world.from('8.26.56.26'), account));
  expect(world.gateway.countOf('thief')).toBeGreaterThan(0);
  expect(world.gateway.countOf('thief')).toBeLessThanOrEqual(defenceLimits.tries.address.most);
  const refused = new Set(answers.slice(-4).map(({ json }) => json['code']));
  expect([...refused].filter((code) => code !== 'captcha-needed' && code !== 'rate-limited')).toEqual([]);
});
