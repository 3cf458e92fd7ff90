import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

const inUpsell = (data: Record<string, unknown>): unknown => data['payment'];

/** Pays the flow's own purchase; ends on the next page. */
async function buyFirst(link: string): Promise<string> {
  query = await buyer.begin(link);
  return (await buyer.pay(`/payment${query}`)).to;
}

describe('an offer that is presented first', () => {
  const presentation = 'product=ms&flowId=upsell-presentation';

  test('comes right after the payment, and says price, saving and chat', async () => {
    expect(await buyFirst(presentation)).toBe(`/upsell-presentation${query}`);
    const { page, data } = await buyer.get(`/upsell-presentation${query}`);
    expect(page).toBe('upsell-presentation');
    expect(data).toMatchObject({
      bought: 'meuSucesso',
      offer: { product: 'Wise Up Online', saving: '50% de desconto' },
    });
    expect(JSON.stringify(data)).toMatch(/"total":"R\$\s570,00","standard":"R\$\s1\.140,00"/);
    expect(JSON.stringify(data)).toContain('https://wa.me/5511940028922?text=Ol%C3%A1%21+Acabei+de+comprar+meuSucesso');
    expect(data['benefits']).toHaveLength(3);
  });

  test('leads to its payment, and can be thought over again until it is paid', async () => {
    await buyFirst(presentation);
    expect((await buyer.post(`/upsell-presentation${query}`, { upsell: 'accept' })).to).toBe(`/upsell-payment${query}`);
    expect((await buyer.get(`/upsell-presentation${query}`)).page).toBe('upsell-presentation');
    expect((await buyer.post(`/upsell-presentation${query}`, { upsell: 'decline' })).to).toBe(
      `/subscription-welcome${query}`,
    );
    expect((await buyer.post(`/upsell-presentation${query}`, { upsell: 'accept' })).to).toBe(`/upsell-payment${query}`);
    expect((await buyer.pay(`/upsell-payment${query}`, 'pix', inUpsell)).to).toBe(`/subscription-welcome${query}`);
    expect((await buyer.get(`/upsell-presentation${query}`)).to).toBe(`/subscription-welcome${query}`);
    expect((await buyer.post(`/upsell-presentation${query}`, { upsell: 'decline' })).to).toBe(
      `/subscription-welcome${query}`,
    );
    expect(buyer.world.gateway.captures().map(({ amount }) => amount)).toEqual([114_000n, 57_000n]);
  });

  test('is asked again by a form that says neither yes nor no', async () => {
    await buyFirst(presentation);
    expect((await buyer.post(`/upsell-presentation${query}`, { upsell: 'perhaps' })).to).toBe(
      `/upsell-presentation${query}`,
    );
  });

  test('is not met before the purchase is paid, nor by strangers', async () => {
    buyer.world.gateway.behavior = 'await';
    await buyFirst(presentation);
    expect((await buyer.get(`/upsell-presentation${query}`)).to).toBe(`/pix${query}`);
    const stranger = await payingBuyer(stage);
    expect((await stranger.get(`/upsell-presentation?${presentation}`)).to).toBe(`/lead?${presentation}`);
    const lead = await payingBuyer(stage);
    const own = await lead.begin(presentation);
    expect((await lead.get(`/upsell-presentation${own}`)).to).toBe(`/payment${own}`);
  });
});

describe('a film with an offer', () => {
  test('is shown to buyers of sellers who may make it', async () => {
    expect(await buyFirst('product=wup&flowId=video-upsell&seller=ana')).toBe(`/video/upsell${query}`);
    const { page, data } = await buyer.get(`/video/upsell${query}`);
    expect(page).toBe('video-upsell');
    expect(data).toMatchObject({ offer: { product: 'Wise Up ao vivo' }, video: { captions: { lang: 'pt-BR' } } });
    expect((await buyer.post(`/video/upsell${query}`, { upsell: 'accept' })).to).toBe(`/payment/upsell${query}`);
  });

  test('is passed over for everybody else', async () => {
    const to = await buyFirst('product=wup&flowId=video-upsell&seller=joao');
    expect(to).toBe(`/success${query}`);
    expect((await buyer.get(`/video/upsell${query}`)).to).toBe(`/success${query}`);
    expect((await buyer.get(`/success${query}`)).page).toBe('success');
  });
});

describe('more profiles after the purchase', () => {
  const link = 'product=wup&flowId=family-upsell';

  test('are chosen, paid as lines of an order of their own, and remembered on the way back', async () => {
    expect(await buyFirst(link)).toBe(`/multiprofile-upsell-presentation${query}`);
    const here = `/multiprofile-upsell-presentation${query}`;
    const { data } = await buyer.get(here);
    expect(data).toMatchObject({ bought: 'Wise Up Online', choice: { chosen: 1, planId: 'wup-perfis-t' } });
    expect(JSON.stringify(data)).toMatch(/"label":"Mais 3 perfis","price":"\+ R\$\s114,00","per":"por mês"/);
    expect((await buyer.post(here, { upsell: 'accept', profiles: '3' })).to).toBe(`/upsell-payment${query}`);
    expect((await buyer.get(here)).data).toMatchObject({ choice: { chosen: 3 } });
    const paying = await buyer.get(`/upsell-payment${query}`);
    expect(paying.data).toMatchObject({ payment: { amount: 136_800 } });
    expect(JSON.stringify(paying.data['offer'])).toMatch(/"total":"R\$\s1\.368,00"/);
    expect((await buyer.pay(`/upsell-payment${query}`, 'pix', inUpsell)).to).toBe(`/subscription-welcome${query}`);
    expect(buyer.world.gateway.captures().map(({ amount }) => amount)).toEqual([114_000n, 136_800n]);
    const lines = await stage.database.db
      .selectFrom('order_lines')
      .innerJoin('orders', 'orders.id', 'order_lines.order_id')
      .select(['order_lines.kind', 'order_lines.amount'])
      .where('orders.parent_order_id', 'is not', null)
      .where('orders.product_code', '=', 'wise-up-online-perfis')
      .orderBy('order_lines.position')
      .execute();
    expect(lines).toEqual([
      { kind: 'upsell', amount: 57_000n },
      { kind: 'profiles', amount: 79_800n },
    ]);
  });

  test('of a number that has no price are refused, and none are bought by a no', async () => {
    await buyFirst(link);
    const here = `/multiprofile-upsell-presentation${query}`;
    expect((await buyer.post(here, { upsell: 'accept', profiles: '9' })).status).toBe(422);
    expect((await buyer.post(here, { upsell: 'accept' })).status).toBe(422);
    expect((await buyer.post(here, { upsell: 'decline' })).to).toBe(`/subscription-welcome${query}`);
    expect(buyer.world.gateway.captures()).toHaveLength(1);
  });
});
