import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPages, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';
import { type PayingBuyer, payingBuyer } from '#tests/support/fixtures/paying-buyer.server.ts';
import { schoolDocuments } from '#tests/support/fixtures/school-documents.ts';

let stage: PagesWorld;
let buyer: PayingBuyer;
let query: string;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());

const inUpsell = (data: Record<string, unknown>): unknown => data['payment'];

/** Pays the flow's own purchase; ends on the next page. */
async function buyFirst(flowId: string): Promise<string> {
  query = await buyer.begin(`product=ms&flowId=${flowId}&seller=ana`);
  return (await buyer.pay(`/payment${query}`)).to;
}

async function acceptedHashes(): Promise<string[]> {
  const rows = await stage.database.db.selectFrom('contract_acceptances').select('text_hash').execute();
  return rows.map((row) => row.text_hash);
}

beforeEach(async () => {
  buyer = await payingBuyer(stage);
});

describe('the offer on the success page', () => {
  test('is made once the purchase is paid, at the price between sister brands', async () => {
    expect(await buyFirst('upsell')).toBe(`/success${query}`);
    const { page, data, headers } = await buyer.get(`/success${query}`);
    expect(page).toBe('success');
    expect(data).toMatchObject({
      kind: 'paid',
      upsell: { kind: 'offer', offer: { product: 'Wise Up Online', saving: '50% de desconto' } },
    });
    expect(JSON.stringify(data)).toMatch(/"total":"R\$\s570,00","standard":"R\$\s1\.140,00"/);
    expect(JSON.stringify(data)).toContain('https://wa.me/5511940028922?text=Ol%C3%A1%21+Acabei+de+comprar+meuSucesso');
    expect(headers['clear-site-data']).toBeUndefined();
    // While the offer is open, the brand shows no mark (`upsellOffer` in its features); the access button stays.
    expect(data).toMatchObject({
      display: { displayHeader: true, displayIcon: false, displayAccessButton: true },
      school: expect.stringMatching(/\/login$/),
    });
  });

  test('turned down leaves the plain success, which is then the last page', async () => {
    await buyFirst('upsell');
    expect((await buyer.post(`/success${query}`, { upsell: 'decline' })).to).toBe(`/success${query}`);
    const { data, headers } = await buyer.get(`/success${query}`);
    expect(data).toMatchObject({ kind: 'paid', upsell: null });
    expect(headers['clear-site-data']).toBe('"storage"');
  });

  test('has a contract to read before anybody says yes, which is the one that is accepted on the day', async () => {
    Object.assign(buyer.world.ctx, { documents: schoolDocuments });
    await buyFirst('upsell');
    const { data } = await buyer.get(`/success${query}`);
    const { id } = Object(Object(data['upsell']).offer) as { id: string };
    const read = await buyer.get(`/contract/offer-${id}${query}`);
    expect(read).toMatchObject({ status: 200, page: 'contract', data: { accepted: null } });
    expect(JSON.stringify(read.data['blocks'])).toMatch(/Maria da Silva.*R\$\s570,00/s);
    await buyer.post(`/success${query}`, { upsell: 'accept' });
    await buyer.pay(`/payment/upsell${query}`, 'pix', inUpsell);
    expect(await acceptedHashes()).toContain(read.data['hash']);
  });

  test.each(['payment', 'nothing', 'toString'])('has no contract by the name of %s', async (name) => {
    await buyFirst('upsell');
    expect((await buyer.get(`/contract/offer-${name}${query}`)).status).toBe(404);
  });

  test('is nobody’s contract who bought nothing', async () => {
    Object.assign(buyer.world.ctx, { documents: schoolDocuments });
    const link = await buyer.begin('product=ms&flowId=upsell&seller=ana');
    expect((await buyer.get(`/contract/offer-upsell${link}`)).status).toBe(404);
  });

  test('accepted is paid as a second order, and both are thanked for', async () => {
    await buyFirst('upsell');
    expect((await buyer.post(`/success${query}`, { upsell: 'accept' })).to).toBe(`/payment/upsell${query}`);
    const { page, data } = await buyer.get(`/payment/upsell${query}`);
    expect(page).toBe('payment-upsell');
    expect(data).toMatchObject({ payment: { amount: 57_000, takesVoucher: false, document: '390.533.447-05' } });
    // No card is saved: the method without typing comes first and is open.
    expect(data).toMatchObject({ payment: { chosen: 'pix', methods: [{ rail: 'pix' }, { rail: 'card' }, {}] } });

    expect((await buyer.get(`/success${query}`)).data).toMatchObject({
      upsell: { kind: 'open', product: 'Wise Up Online', pay: `/payment/upsell${query}` },
    });

    expect((await buyer.pay(`/payment/upsell${query}`, 'pix', inUpsell)).to).toBe(`/success/upsell${query}`);
    const thanks = await buyer.get(`/success/upsell${query}`);
    expect(thanks.page).toBe('success-upsell');
    expect(thanks.data).toMatchObject({
      main: { product: 'meuSucesso' },
      upsell: { product: 'Wise Up Online' },
    });
    expect((await buyer.get(`/success${query}`)).data).toMatchObject({
      upsell: { kind: 'bought', product: 'Wise Up Online' },
      display: { displayHeader: true, displayIcon: true, displayAccessButton: true },
    });
    // After Back there is nothing to pay a second time.
    expect((await buyer.get(`/payment/upsell${query}`)).to).toBe(`/success/upsell${query}`);
    expect((await buyer.post(`/success${query}`, { upsell: 'accept' })).to).toBe(`/success/upsell${query}`);
    expect((await buyer.post(`/success${query}`, { upsell: 'decline' })).to).toBe(`/success/upsell${query}`);
    expect(buyer.world.gateway.captures().map(({ amount }) => amount)).toEqual([114_000n, 57_000n]);
  });

  test('has a way into each of the two courses', async () => {
    await buyFirst('upsell');
    await buyer.post(`/success${query}`, { upsell: 'accept' });
    expect((await buyer.post(`/access${query}`, { purchase: 'upsell' })).status).toBe(404);
    await buyer.pay(`/payment/upsell${query}`, 'pix', inUpsell);
    const [main, upsell] = [
      await buyer.post(`/access${query}`, { purchase: 'main' }),
      await buyer.post(`/access${query}`, { purchase: 'upsell' }),
    ];
    expect(main.data['url']).toContain('/school/meusucesso/');
    expect(upsell.data['url']).toContain('/school/wise-up/');
  });

  test('is not made before the purchase is paid', async () => {
    buyer.world.gateway.behavior = 'await';
    await buyFirst('upsell');
    expect((await buyer.get(`/success${query}`)).to).toBe(`/pix${query}`);
    expect((await buyer.get(`/payment/upsell${query}`)).to).toBe(`/pix${query}`);
    expect((await buyer.post(`/success${query}`, { upsell: 'accept' })).to).toBe(`/pix${query}`);
    expect((await buyer.get(`/success/upsell${query}`)).to).toBe(`/pix${query}`);
  });

  test('of somebody who comes by another way leads to the beginning', async () => {
    query = '?product=ms&flowId=upsell';
    for (const path of ['/payment/upsell', '/success/upsell', '/success'])
      expect((await buyer.get(`${path}${query}`)).to).toBe(`/lead${query}`);
    expect((await buyer.post(`/payment/upsell${query}`, { upsell: 'accept' })).to).toBe(`/lead${query}`);
  });
});

describe('money of an offer that is awaited', () => {
  beforeEach(async () => {
    await buyFirst('upsell');
    await buyer.post(`/success${query}`, { upsell: 'accept' });
    buyer.world.gateway.behavior = 'await';
  });

  test('by a code has the page of waiting, whose other way leads back to the offer', async () => {
    expect((await buyer.pay(`/payment/upsell${query}`, 'pix', inUpsell)).to).toBe(`/pix${query}`);
    const waiting = await buyer.get(`/pix${query}`);
    expect(waiting.page).toBe('waiting');
    expect(waiting.data).toMatchObject({ otherWay: `/payment/upsell${query}` });
    expect(String(waiting.data['amount'])).toMatch(/570,00/);
    const again = await buyer.get(`/payment/upsell${query}`);
    expect(again.data).toMatchObject({ payment: { notice: { kind: 'info', link: { href: `/pix${query}` } } } });
  });

  test('is taken back when the buyer turns the offer down after all', async () => {
    await buyer.pay(`/payment/upsell${query}`, 'pix', inUpsell);
    expect((await buyer.post(`/payment/upsell${query}`, { upsell: 'decline' })).to).toBe(`/success${query}`);
    await buyer.world.runJobs();
    expect([...buyer.world.gateway.book.values()].map(({ state }) => state)).toEqual(['captured', 'voided']);
    expect((await buyer.get(`/success${query}`)).data).toMatchObject({ kind: 'paid', upsell: null });
  });
});

describe('an offer with a page of its own', () => {
  test('comes right after the payment, asks first, and ends with the welcome', async () => {
    expect(await buyFirst('upsell-subscription')).toBe(`/upsell-payment${query}`);
    const offered = await buyer.get(`/upsell-payment${query}`);
    expect(offered.page).toBe('upsell-offer');
    expect(offered.data).toMatchObject({ bought: 'meuSucesso' });
    expect((await buyer.post(`/upsell-payment${query}`, { upsell: 'accept' })).to).toBe(`/upsell-payment${query}`);
    expect((await buyer.pay(`/upsell-payment${query}`, 'pix', inUpsell)).to).toBe(`/subscription-welcome${query}`);
    const { page, data } = await buyer.get(`/subscription-welcome${query}`);
    expect(page).toBe('subscription-welcome');
    expect(data).toMatchObject({
      before: 'meuSucesso',
      receipt: { product: 'Wise Up Online' },
      charge: { plan: 'Plano anual', isFirst: false, freeUntil: null },
    });
    expect(JSON.stringify(data)).toMatch(/"amount":"R\$\s1\.140,00"/);
  });

  test('turned down welcomes to what was bought', async () => {
    await buyFirst('upsell-subscription');
    const { to } = await buyer.post(`/upsell-payment${query}`, { upsell: 'decline' });
    expect(to).toBe(`/subscription-welcome${query}`);
    expect((await buyer.get(to)).data).toMatchObject({ before: null, receipt: { product: 'meuSucesso' } });
    expect((await buyer.get(`/payment${query}`)).to).toBe(`/subscription-welcome${query}`);
  });

  test('is not met on the way when the success page is asked for', async () => {
    await buyFirst('upsell-subscription');
    expect((await buyer.get(`/success${query}`)).to).toBe(`/upsell-payment${query}`);
    await buyer.post(`/upsell-payment${query}`, { upsell: 'decline' });
    expect((await buyer.get(`/success${query}`)).to).toBe(`/subscription-welcome${query}`);
  });
});
