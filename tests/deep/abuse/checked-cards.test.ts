import { afterEach, beforeEach, expect, test } from 'vitest';
import { riskLimits } from '#src/domain/risk/index.server.ts';
import { createSubscription } from '#src/domain/subscriptions/subscriptions/index.server.ts';
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
import { isFull, patience } from './report.ts';

let world: AbuseWorld;
beforeEach(async () => {
  world = await createAbuseWorld();
});
afterEach(() => world.close());

/** An account of its own with a subscription, whose card is to be exchanged: the call that checks one without money. */
async function checkCard(caller: Caller, account: number): Promise<CallAnswer> {
  const leadId = await beginPurchase(caller, `account-${account}@exemplo.com.br`);
  if (typeof leadId !== 'string') return leadId;
  const id = await createSubscription(world.ctx, {
    ...{ leadId, brand: 'wise-up', variant: 'online', business: 'wiseup-online', productCode: product.productCode },
    ...{ planId: 'wup-annual-t', market: 'BR', locale: 'pt-BR', price: { amount: 114_000n, currency: 'BRL' } },
    ...{ state: 'active', periodStart: '2026-01-01', periodEnd: '2027-01-01' },
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

/** What the last of many are told. */
const lastWords = (answers: readonly CallAnswer[]): Set<unknown> =>
  new Set(answers.slice(-4).map(({ json }) => json['code']));

test(
  'S-02 a thief with an account for each card is stopped by the address that all of them come from',
  async () => {
    const answers: CallAnswer[] = [];
    for (let account = 0; account < (isFull ? 10_000 : 120); account += 1)
      answers.push(await checkCard(world.from('8.26.56.26'), account));
    expect(world.gateway.countOf('thief')).toBeGreaterThan(0);
    expect(world.gateway.countOf('thief')).toBeLessThanOrEqual(riskLimits.tries.address.most);
    expect(['captcha-needed', 'rate-limited']).toEqual(expect.arrayContaining([...lastWords(answers)]));
  },
  patience,
);

test(
  'S-02 with an address for each account as well, by the alarm that so many refused cards raise',
  async () => {
    const answers: CallAnswer[] = [];
    for (let account = 0; account < (isFull ? 10_000 : 120); account += 1) {
      const caller = world.from(`${20 + (account >> 14)}.${(account >> 6) & 255}.${account & 63}.7`);
      answers.push(await checkCard(caller, account));
      world.clock.advance(350);
    }
    // One window's worth, and those that were on their way or before the next look.
    const [{ least }] = riskLimits.alarm.windows;
    expect(world.gateway.countOf('thief')).toBeGreaterThan(0);
    expect(world.gateway.countOf('thief')).toBeLessThanOrEqual(2 * least);
    expect(world.alarms.length).toBeGreaterThan(0);
    expect([...lastWords(answers)]).toEqual(['captcha-needed']);
  },
  patience,
);
