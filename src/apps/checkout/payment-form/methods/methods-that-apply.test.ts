import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RailManifest } from '#src/domain/payments/index.ts';
import { openPages, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';
import { type PayingBuyer, payingBuyer } from '#tests/support/fixtures/paying-buyer.server.ts';

let stage: PagesWorld;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());

/** A buyer on the payment page, where slips have rules of their own; the price is R$ 1.140,00. */
async function atThePage(rules: Partial<RailManifest>): Promise<{ buyer: PayingBuyer; query: string }> {
  const buyer = await payingBuyer(stage);
  const { ctx } = buyer.world;
  const { rails } = ctx;
  const byMethod: typeof rails.byMethod = (method) => {
    const rail = rails.byMethod(method);
    return rail && rail.methods.includes('bankslip') ? { ...rail, ...rules } : rail;
  };
  Object.assign(ctx, { rails: { ...rails, byMethod } });
  return { buyer, query: await buyer.begin('product=ms&seller=ana') };
}

const ways = (data: Record<string, unknown>): string[] =>
  (data['methods'] as readonly { readonly method: string }[]).map(({ method }) => method);

describe('the ways that are offered', () => {
  test('are those that take the whole price; the others are there for a part of it, with the most that they take', async () => {
    const { buyer, query } = await atThePage({ limits: { BRL: { most: 100_000n } } });
    expect(ways((await buyer.get(`/payment${query}`)).data)).toEqual(['credit-card', 'pix']);
    const { data } = await buyer.get(`/payment${query}&ways=pix,bankslip`);
    expect(data['methods']).toContainEqual(
      expect.objectContaining({ method: 'bankslip', note: expect.stringMatching(/^até R\$\s1\.000,00$/) }),
    );
  });

  test('are posted to no avail when they do not', async () => {
    const { buyer, query } = await atThePage({ limits: { BRL: { least: 114_001n } } });
    const refused = await buyer.pay(`/payment${query}`, 'bankslip');
    expect(refused).toMatchObject({ status: 422, form: { errors: { method: 'payment.method.missing' } } });
  });

  test('say at the part what it may not come to', async () => {
    const { buyer, query } = await atThePage({ limits: { BRL: { least: 500n, most: 100_000n } } });
    const url = `/payment${query}&ways=pix,bankslip`;
    const { data } = await buyer.get(url);
    const parts = (amount: string) =>
      buyer.post(url, {
        ...{
          quoteId: String(data['quoteId']),
          key: String(data['idempotencyKey']),
          amount: String(data['amount']),
          terms: 'yes',
        },
        ...{ 'p0.method': 'pix', 'p0.amount': amount, 'p0.pix.document': '390.533.447-05' },
        ...{ 'p1.method': 'bankslip', 'p1.bank-slip.document': '390.533.447-05' },
      });
    expect((await parts('100,00')).form?.errors).toEqual({ 'p1.method': 'payment.error.amount-above-limit' });
    expect((await parts('1.136,00')).form?.errors).toEqual({ 'p1.method': 'payment.error.amount-below-limit' });
  });

  test('leave out those that do not take the document by which the buyer is known', async () => {
    const { buyer, query } = await atThePage({ documents: ['cpf'] });
    const known = (type: string) =>
      stage.database.db.updateTable('leads').set({ document_type: type, document_number: '1' }).execute();
    await known('cnpj');
    expect(ways((await buyer.get(`/payment${query}`)).data)).toEqual(['credit-card', 'pix']);
    await known('cpf');
    expect(ways((await buyer.get(`/payment${query}`)).data)).toContain('bankslip');
  });
});
