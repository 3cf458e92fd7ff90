import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPages, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';
import { type PayingBuyer, payingBuyer } from '#tests/support/fixtures/paying-buyer.server.ts';

let stage: PagesWorld;
let buyer: PayingBuyer;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());
beforeEach(async () => {
  buyer = await payingBuyer(stage);
});

const inPayment = (data: Record<string, unknown>): unknown => data['payment'];

/** Creates a sample and returns its link, with and without the secret. */
async function sample(kind: string): Promise<{ link: string; path: string; clean: string }> {
  const { to } = await buyer.post('/samples?product=ms', { kind, email: 'ana@escola.com.br' });
  const url = new URL(to, 'http://localhost');
  url.searchParams.delete('t');
  return { link: to, path: url.pathname, clean: url.pathname + url.search };
}

/** Another browser, without cookies of the first. */
async function stranger(): Promise<PayingBuyer> {
  return payingBuyer(stage);
}

describe('an e-mail’s link', () => {
  test.each(['invoice', 'recovery', 'renewal', 'upgrade'])('of a %s gives its secret to a cookie', async (kind) => {
    const { link, clean } = await sample(kind);
    expect(new URL(link, 'http://localhost').searchParams.get('t')).toMatch(/^[\w-]{43}$/);
    expect((await buyer.get(clean)).status).toBe(404);
    const entered = await buyer.get(link);
    expect([entered.status, entered.to]).toEqual([303, clean]);
    expect([entered.headers['set-cookie']].flat().join()).toMatch(
      /matricula-pass-\w+.*Max-Age=7200; HttpOnly; SameSite=Lax/,
    );
    const page = await buyer.get(clean);
    expect(page.status).toBe(200);
    expect(page.headers['cache-control']).toBe('private, no-store');
    expect(page.headers['referrer-policy']).toBe('no-referrer');
  });

  test('says the same to everybody whom it opens nothing', async () => {
    const { path, clean } = await sample('invoice');
    const { link: other } = await sample('invoice');
    const secret = new URL(other, 'http://localhost').searchParams.get('t');
    const answers = await Promise.all(
      [
        clean,
        '/payment/inv_unknown?product=ms',
        `/payment/inv_unknown?product=ms&t=${secret}`,
        `${path}?product=ms&t=${secret}`,
        `${path}?product=ms&t=x`,
        '/recovery/rec_unknown?product=ms',
        '/renew/sub_unknown?product=ms',
        '/payment/upgrade?product=ms',
        '/success-invoice?product=ms',
        `/success-invoice?product=ms&invoice=${path.slice('/payment/'.length)}`,
      ].map((url) => buyer.get(url)),
    );
    for (const { status, page, data } of answers)
      expect([status, page, data]).toEqual([404, 'link-expired', { help: expect.stringContaining('/perguntas') }]);
  });

  test('of one school opens nothing under the name of another', async () => {
    const { link } = await sample('invoice');
    const entered = await buyer.get(link.replace('product=ms', 'product=wup'));
    const shown = await buyer.get(entered.to);
    expect([shown.status, shown.page]).toEqual([404, 'link-expired']);
  });

  test('works for whoever has it, and shows nobody’s data whole', async () => {
    for (const kind of ['invoice', 'recovery', 'renewal', 'upgrade']) {
      const { link } = await sample(kind);
      const other = await stranger();
      const shown = await other.get((await other.get(link)).to);
      expect(shown.status).toBe(200);
      const all = JSON.stringify(shown.data);
      expect(all).toContain('Maria S•••');
      expect(all).not.toContain('ana@escola.com.br');
      expect(all).not.toContain('da Silva');
      expect(all).not.toContain('961234567');
    }
  });
});

describe('a bill', () => {
  test('is paid where it is, and thanked for', async () => {
    const { link, clean, path } = await sample('invoice');
    await buyer.get(link);
    const asked = await buyer.get(clean);
    expect(asked.page).toBe('invoice-payment');
    expect(asked.data).toMatchObject({
      invoice: {
        ...{ state: 'open', description: 'meuSucesso, Assinatura anual' },
        number: expect.stringMatching(/^[A-Z0-9]{3}-[A-Z0-9]{3}$/),
      },
      payment: { amount: 114_000, takesVoucher: false, document: '' },
    });
    const invoice = path.slice('/payment/'.length);
    expect((await buyer.pay(clean, 'pix', inPayment)).to).toBe(clean);
    const { to } = await buyer.get(clean);
    expect(new URL(to, 'http://localhost').searchParams.get('invoice')).toBe(invoice);
    const thanks = await buyer.get(to);
    expect(thanks.page).toBe('success-invoice');
    expect(thanks.headers['clear-site-data']).toBe('"storage"');
    expect(thanks.data).toMatchObject({ kind: 'paid', invoice: { state: 'paid' }, email: 'a•••@e•••.com.br' });
    // An older copy of the page cannot pay an order twice.
    expect((await buyer.post(clean, { quoteId: 'x', method: 'pix' })).status).toBe(303);
    expect(buyer.world.gateway.captures()).toHaveLength(1);
  });

  test('whose code waits shows it at the same address, and another way to pay', async () => {
    const { link, clean } = await sample('invoice');
    await buyer.get(link);
    buyer.world.gateway.behavior = 'await';
    expect((await buyer.pay(clean, 'pix', inPayment)).to).toBe(clean);
    const waiting = await buyer.get(clean);
    expect(waiting.page).toBe('waiting');
    expect(waiting.data).toMatchObject({ otherWay: `${clean}&choose=1`, watch: { here: clean } });
    const again = await buyer.get(`${clean}&choose=1`);
    expect(again.page).toBe('invoice-payment');
    expect(again.data).toMatchObject({ payment: { notice: { kind: 'info' } } });
    const [attempt] = [...buyer.world.gateway.book.values()];
    if (!attempt) throw new Error('Nothing was charged');
    buyer.world.clock.advance(31 * 60_000);
    const renewed = await buyer.post(clean, { attemptId: attempt.attemptId });
    expect(renewed.to).toBe(clean);
    expect(buyer.world.gateway.starts).toBe(2);
  });

  test('that is late may still be paid; one that was called off may not', async () => {
    const late = await sample('overdue');
    await buyer.get(late.link);
    expect((await buyer.get(late.clean)).data).toMatchObject({
      invoice: { state: 'overdue' },
      payment: { amount: 114_000 },
    });
    const off = await sample('canceled');
    await buyer.get(off.link);
    const { data } = await buyer.get(off.clean);
    expect(data).toMatchObject({ invoice: { state: 'canceled' }, payment: null });
    expect((await buyer.post(off.clean, { quoteId: 'x', method: 'pix' })).to).toBe(off.clean);
  });
});

describe('a purchase taken up again', () => {
  test.each(['recovery', 'failed-charge'])('(%s) is paid at its frozen price', async (kind) => {
    const { link, clean } = await sample(kind);
    await buyer.get(link);
    const asked = await buyer.get(clean);
    expect(asked.page).toBe('recovery');
    expect(asked.data).toMatchObject({
      kind: kind === 'recovery' ? 'unfinished' : kind,
      payment: { takesVoucher: false },
    });
    // Long after a shown price expired.
    buyer.world.clock.advance(3 * 24 * 3600_000);
    expect((await buyer.pay(clean, 'pix', inPayment)).to).toBe(clean);
    const thanks = await buyer.get(clean);
    expect(thanks.page).toBe('success');
    expect(thanks.data).toMatchObject({
      display: { displayAccessButton: false },
      email: 'a•••@e•••.com.br',
      upsell: null,
    });
  });

  test('that was refused says why, above what was typed', async () => {
    const { link, clean } = await sample('recovery');
    await buyer.get(link);
    buyer.world.gateway.behavior = 'decline';
    expect((await buyer.pay(clean, 'pix', inPayment)).page).toBe('recovery');
    expect((await buyer.get(clean)).data).toMatchObject({ payment: { notice: { kind: 'error' } } });
  });

  test('whose status is asked for is shown to who has the link, and to nobody else', async () => {
    const { link, clean } = await sample('recovery');
    await buyer.get(link);
    buyer.world.gateway.behavior = 'await';
    await buyer.pay(clean, 'pix', inPayment);
    const { data } = await buyer.get(clean);
    expect(data).toMatchObject({ watch: { orderId: expect.stringMatching(/^ord_/) } });
  });
});

describe('samples', () => {
  test('are made in the test environment only', async () => {
    const production = await stage.serve({ environment: 'production', ctx: buyer.world.ctx });
    const answer = await production.inject({ url: '/samples?product=ms', headers: { host: 'localhost:4000' } });
    expect([answer.statusCode, answer.body.includes('[not-found]')]).toEqual([404, true]);
  });

  test('ask for an address', async () => {
    const { status, form } = await buyer.post('/samples?product=ms', { kind: 'invoice', email: 'x' });
    expect([status, Object.keys(form?.errors ?? {})]).toEqual([422, ['email']]);
  });
});
