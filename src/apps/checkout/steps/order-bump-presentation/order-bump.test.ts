import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPages, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';
import { type PayingBuyer, payingBuyer } from '#tests/support/fixtures/paying-buyer.server.ts';

let stage: PagesWorld;
let buyer: PayingBuyer;
let query: string;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());
beforeEach(async () => {
  buyer = await payingBuyer(stage);
});

/** Makes it a certain time for these pages; the dates of the brands' data do not move. */
function at(instant: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(instant) });
}
afterEach(() => vi.useRealTimers());

const amountAt = async (path: string): Promise<unknown> => (await buyer.get(path)).data['amount'];

describe('an order bump', () => {
  const here = (): string => `/order-bump-presentation${query}`;
  const bumps = async () => (await buyer.get(here())).data['bumps'];
  beforeEach(async () => {
    query = await buyer.begin('product=ms&flowId=bump');
  });

  test('is offered without being taken, and is in the price once it is', async () => {
    expect(await bumps()).toMatchObject([{ title: 'Biblioteca de planilhas', isTaken: false }]);
    const { totals } = (await buyer.get(here())).data;
    expect(JSON.stringify(totals).replaceAll('\u00a0', ' ')).toBe(
      '[{"ticked":[false],"total":"R$ 1.140,00"},{"ticked":[true],"total":"R$ 1.237,00"}]',
    );
    const [{ code }] = (await bumps()) as [{ code: string }];
    expect((await buyer.post(here(), { [`bump.${code}`]: 'yes' })).to).toBe(`/payment${query}`);
    expect(await bumps()).toMatchObject([{ isTaken: true }]);
    expect(await amountAt(`/payment${query}`)).toBe(123_700);
    expect((await buyer.post(here(), {})).to).toBe(`/payment${query}`);
    expect(await amountAt(`/payment${query}`)).toBe(114_000);
  });

  test('that nobody offers is not taken', async () => {
    await buyer.post(here(), { 'bump.everything': 'yes', bump: 'yes', 'bump.biblioteca-de-planilhas': 'on' });
    expect(await amountAt(`/payment${query}`)).toBe(114_000);
  });

  test('is neither shown nor taken once money has come in', async () => {
    const [{ code }] = (await bumps()) as [{ code: string }];
    await buyer.pay(`/payment${query}`);
    expect((await buyer.get(here())).to).toBe(`/payment${query}`);
    expect((await buyer.post(here(), { [`bump.${code}`]: 'yes' })).to).toBe(`/payment${query}`);
    expect((await buyer.get(`/payment${query}`)).to).toBe(`/success${query}`);
    expect(buyer.world.gateway.captures().map(({ amount }) => amount)).toEqual([114_000n]);
  });

  test('can be chosen before the lead is known', async () => {
    const early = await payingBuyer(stage);
    const link = '?product=ms&flowId=bump';
    const { data } = await early.get(`/order-bump-presentation${link}`);
    const [{ code }] = data['bumps'] as [{ code: string }];
    await early.post(`/order-bump-presentation${link}`, { [`bump.${code}`]: 'yes' });
    const own = await early.begin('product=ms&flowId=bump');
    expect((await early.get(`/payment${own}`)).data['amount']).toBe(123_700);
  });
});

describe('a plan for several people', () => {
  const here = (): string => `/multiprofile-presentation${query}`;
  beforeEach(async () => {
    query = await buyer.begin('product=wup&flowId=family');
  });

  test('is priced by how many there are', async () => {
    expect((await buyer.get(here())).data).toMatchObject({ chosen: 1, planId: 'wup-annual-t' });
    expect((await buyer.post(here(), { profiles: '3' })).to).toBe(`/payment${query}`);
    expect((await buyer.get(here())).data).toMatchObject({ chosen: 3 });
    expect(await amountAt(`/payment${query}`)).toBe(216_600);
    await buyer.post(here(), { profiles: '1' });
    expect(await amountAt(`/payment${query}`)).toBe(114_000);
  });

  test.each(['5', '0', '-1', '1.5', '', 'três'])('is not sold for “%s”', async (profiles) => {
    expect((await buyer.post(here(), { profiles })).status).toBe(422);
    expect(await amountAt(`/payment${query}`)).toBe(114_000);
  });
});

describe('a custom offer', () => {
  const here = (): string => `/custom-offer${query}`;

  test('without a plan in the link is a choice between the plans', async () => {
    query = await buyer.begin('product=wup&flowId=custom');
    const { data } = await buyer.get(here());
    expect(data).toMatchObject({ seller: null, chosen: 'wup-annual-t' });
    expect((data['plans'] as { planId: string }[]).map(({ planId }) => planId)).toEqual([
      'wup-annual-t',
      'wup-semester-t',
    ]);
    expect((await buyer.post(here(), { plan: 'wup-semester-t' })).to).toBe(`/payment${query}`);
    expect(await amountAt(`/payment${query}`)).toBe(71_400);
    expect((await buyer.get(here())).data).toMatchObject({ chosen: 'wup-semester-t' });
  });

  test('with one has that plan only, whatever is posted', async () => {
    query = await buyer.begin('product=wup&flowId=custom&planId=wup-semester-t&seller=ana');
    const { data } = await buyer.get(here());
    expect(data).toMatchObject({ seller: 'Ana Prado', plans: [{ planId: 'wup-semester-t' }] });
    expect((await buyer.post(here(), { plan: 'wup-annual-t' })).status).toBe(422);
    expect((await buyer.post(here(), { plan: 'wup-semester-t' })).to).toBe(`/payment${query}`);
    expect(await amountAt(`/payment${query}`)).toBe(71_400);
  });

  test('of another product’s plan is no offer', async () => {
    query = await buyer.begin('product=wup&flowId=custom');
    expect((await buyer.post(here(), { plan: 'ms-annual-t' })).status).toBe(422);
  });
});

describe('a presentation', () => {
  test('of a discount shows its price, and says when it does not hold', async () => {
    query = await buyer.begin('product=ms&flowId=black-friday');
    const { data } = await buyer.get(`/presentation${query}`);
    expect(data).toMatchObject({ variant: 'black-friday', isOver: false, trial: null });
    expect(JSON.stringify(data)).toMatch(/"main":"12x de R\$\s85,00".*"saving":"Você economiza R\$\s120,00"/);
    expect(await amountAt(`/payment${query}`)).toBe(102_000);
    const late = await payingBuyer(stage);
    query = await late.begin('product=ms&flowId=black-friday&voucher=nada');
    expect((await late.get(`/presentation${query}`)).data).toMatchObject({ isOver: true, price: { saving: null } });
  });

  test('of free time says until when it is free and what is charged the day after, by Maputo’s calendar', async () => {
    // 21:30 in UTC is the next day already in Maputo.
    at('2026-12-25T22:30:00Z');
    const { data } = await buyer.get('/presentation?product=ms&lang=pt-mz&flowId=trial');
    expect(data).toMatchObject({
      variant: 'trial',
      trial: { period: '7 dias', lastFreeDay: '01/01/2027', firstCharge: '02/01/2027', amount: '18.720,00 MT' },
    });
    expect(data).toMatchObject({ price: { main: '1.560,00 MT por mês', detail: '12 meses: 18.720,00 MT no total' } });
  });
});

describe('discounts in Mozambique', () => {
  test.each([
    ['black-friday', 'black-friday', '1.404,00 MT por mês', '12 meses: 16.848,00 MT no total'],
    ['partner', 'partner-discount', '1.014,00 MT por mês', '12 meses: 12.168,00 MT no total'],
  ])('%s are presented as %s: %s', async (flowId, variant, main, detail) => {
    const { data } = await buyer.get(`/presentation?product=ms&lang=pt-mz&flowId=${flowId}`);
    expect(data).toMatchObject({ variant, isOver: false, trial: null, price: { main, detail } });
  });
});

describe('a page of the brand’s own words', () => {
  test('is its Markdown as HTML', async () => {
    const { page, data } = await buyer.get('/md?product=ms&flowId=regulamento');
    expect(page).toBe('md');
    expect(String(data['html'])).toContain('<h1>Como funciona a sua assinatura</h1>');
    expect(data['next']).toBe('/payment?product=ms&flowId=regulamento');
  });

  test.each(['/md', '/video', '/video/upsell', '/presentation'])(
    '%s in a flow that does not have it is an error with a way back',
    async (path) => {
      expect((await buyer.get(`${path}?product=ms`)).to).toContain('/generic-error?product=ms');
    },
  );
});

describe('tickets of an event', () => {
  test('are presented lot by lot, with what is left of the one on sale', async () => {
    at('2036-12-01T12:00:00Z');
    const { data } = await buyer.get('/presentation?product=vc');
    expect(data['lots']).toMatchObject([
      { name: '1º lote', note: 'Restam 400 ingressos, até 31/01/2037', isOnSale: true },
      { name: '2º lote', note: 'Próximo lote', isOnSale: false },
      { name: '3º lote', note: 'Depois', isOnSale: false },
    ]);
    expect(data).toMatchObject({ plan: '1º lote' });
  });

  test('of the next lot are presented when the first has had its time', async () => {
    at('2037-02-01T12:00:00Z');
    const { data } = await buyer.get('/presentation?product=vc');
    expect(data['lots']).toMatchObject([
      { note: 'Encerrado', isOnSale: false },
      { name: '2º lote', isOnSale: true },
      { isOnSale: false },
    ]);
    expect(data).toMatchObject({ plan: '2º lote' });
  });
});
