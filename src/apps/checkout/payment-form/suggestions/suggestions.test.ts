import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPages, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';
import { type PayingBuyer, payingBuyer } from '#tests/support/fixtures/paying-buyer.server.ts';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';
import type { PaymentSuggestions } from './suggestions.types.ts';

let stage: PagesWorld;
let buyer: PayingBuyer;
let payment: string;
beforeAll(async () => {
  stage = await openPages();
  buyer = await payingBuyer(stage);
  payment = `/payment${await buyer.begin('product=ms&seller=ana')}`;
  buyer.world.gateway.behavior = 'decline';
  await buyer.pay(payment, 'pix');
});
afterAll(() => stage.close());

/** The suggestions of the page after a decline for this reason. */
async function afterCard(reason: string, installments = 1): Promise<PaymentSuggestions['options']> {
  await stage.database.db
    .updateTable('attempts')
    .set({ rail: 'card', method: 'credit-card', decline_code: reason, installments })
    .execute();
  const { data } = await buyer.get(payment);
  const suggestions = data['suggestions'] as PaymentSuggestions | null;
  return suggestions?.options ?? [];
}

const reasons = Object.keys(readBrandParts().brands.byId.get('meusucesso')?.suggestions.ways ?? {});

describe('ways out of a refusal', () => {
  test('are named for every reason of the data, each once, with its price on this order', async () => {
    expect(reasons.length).toBeGreaterThan(20);
    for (const reason of reasons) {
      const options = await afterCard(reason);
      expect([reason, options.length > 0 && options.length <= 4]).toEqual([reason, true]);
      expect(new Set(options.map(({ href }) => href)).size).toBe(options.length);
      for (const { price, label } of options) expect(`${label}: ${price}`).toMatch(/: .*R\$\s[\d.]+,\d\d/);
    }
  });

  test('of a reason that nobody has heard of are the usual ones', async () => {
    expect(await afterCard('never-heard-of')).toEqual(await afterCard('other'));
  });

  test('where installments were refused begin with fewer of them', async () => {
    const [first] = await afterCard('installments-not-permitted', 12);
    expect(first).toMatchObject({ href: expect.stringContaining('times=6') });
    const once = await afterCard('installments-not-permitted', 1);
    expect(once.filter(({ href }) => href.includes('times='))).toEqual([]);
  });

  test('cost what they lead to: a card again is in as many installments as the last', async () => {
    for (const [count, price] of [
      [1, /^R\$\s1\.140,00$/],
      [6, /^R\$\s1\.140,00 em 6x de R\$\s190,00 sem juros$/],
    ] as const) {
      const again = (await afterCard('other', count)).find(({ label }) => label === 'Usar outro cartão');
      expect(again?.price).toMatch(price);
      expect((await buyer.get(again?.href ?? '')).data['defaultCount']).toBe(count);
    }
  });

  test('for want of money split the price into what sums to it', async () => {
    const parts = (await afterCard('insufficient-funds')).filter(({ price }) => price.includes(' + '));
    expect(parts.length).toBeGreaterThan(0);
    for (const { price } of parts) {
      const cents = [...price.matchAll(/R\$\s([\d.]+),(\d\d)/g)].map(([, whole = '', part = '']) =>
        Number(whole.replaceAll('.', '') + part),
      );
      expect(cents.reduce((sum, one) => sum + one, 0)).toBe(114_000);
    }
  });

  test('lead to the row of the method, which the server has chosen, and the refusal is told in one line', async () => {
    const [option] = (await afterCard('other')).filter(({ href }) => href.includes('way=pix'));
    expect(option?.href).toMatch(/#method-pix$/);
    const { data } = await buyer.get(option?.href.replace(/#.*/, '') ?? '');
    expect(data['chosen']).toBe('pix');
    expect(data['picked']).toEqual({
      note: 'A última tentativa não foi aprovada. Agora: Pix.',
      target: 'method-pix',
    });
    expect((await buyer.get(payment)).data['picked']).toBeNull();
    const [split] = (await afterCard('insufficient-funds')).filter(({ href }) => href.includes('ways='));
    expect(split?.href).toMatch(/#split-title$/);
  });

  test('pay at once where the document and the terms were given: the button says what it makes', async () => {
    const [option] = (await afterCard('other')).filter(({ href }) => href.includes('way=pix'));
    expect(option?.label.replaceAll('\u00a0', ' ')).toBe('Gerar Pix de R$ 1.140,00');
    expect(option?.make).toMatchObject({ method: 'pix', terms: 'yes', amount: '114000' });
    const card = (await afterCard('other')).find(({ href }) => href.includes('way=credit-card'));
    expect(card?.make).toBeNull();
    // The form holds all fields in one; the server checks them like any payment.
    const { form } = await buyer.post(payment, { make: String(new URLSearchParams({ ...option?.make, terms: '' })) });
    expect(form?.errors).toEqual({ terms: 'validation.terms' });
  });

  test('that rests is not the one that stands open', async () => {
    await afterCard('other');
    expect((await buyer.get(payment)).data['chosen']).toBe('credit-card');
    const { db } = stage.database;
    const more = await sql`insert into attempts overriding user value
      select (jsonb_populate_record(one, jsonb_build_object('id', one.id || n, 'idempotency_key', one.id || n, 'number', 1 + n, 'reference', null))).*
      from attempts one, generate_series(1, 50) n`.execute(db);
    expect(more.numAffectedRows).toBe(50n);
    expect((await buyer.get(payment)).data['chosen']).toBe('pix');
  });
});
