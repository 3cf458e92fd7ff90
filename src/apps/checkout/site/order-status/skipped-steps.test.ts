import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byDepth } from '#tests/support/depth.ts';
import { openPages, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';
import { buyerLead, type PayingBuyer, payingBuyer } from '#tests/support/fixtures/paying-buyer.server.ts';
import { steps } from '../../registry.generated.ts';

/*
 * Row 15 of the security page: whoever goes to a step by its address gets the page where they belong, or a refusal. The forms
 * are as good as a buyer can make them: the quote of this very browser, and a yes to whatever is asked.
 */

let stage: PagesWorld;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());

const paths: readonly string[] = Object.values(steps).flatMap((step) => step.paths);

/** Steps before any payment: they only show and ask, so opening one early gives no advantage. */
const ahead = [
  ...['/lead', '/phone-verification', '/presentation', '/video', '/md', '/select-school', '/select-test-location'],
  ...['/custom-offer', '/order-bump-presentation', '/multiprofile-presentation', '/livelo/cpf'],
];
/** The steps open to each state; the steps of an offer are open to buyers who have paid. */
const open: Readonly<Record<State, readonly string[]>> = {
  'nobody yet': ahead,
  'no order': [...ahead, '/payment'],
  'an open order': [...ahead, '/payment'],
  'a paid order': [
    ...['/lead', '/select-school', '/select-test-location', '/phone-verification', '/success', '/success/upsell'],
    ...['/payment/upsell', '/upsell-payment', '/upsell-presentation', '/multiprofile-upsell-presentation'],
    ...['/video/upsell', '/subscription-welcome'],
  ],
};
type State = 'nobody yet' | 'no order' | 'an open order' | 'a paid order';

interface Arrived {
  readonly buyer: PayingBuyer;
  readonly query: string;
  readonly order: string;
  /** Every field of every step. */
  readonly form: Readonly<Record<string, string>>;
}

/** Brings a new browser into a state. */
async function arrive(link: string, state: State): Promise<Arrived> {
  const buyer = await payingBuyer(stage);
  const yes = { method: 'pix', 'pix.document': '390.533.447-05', terms: 'yes', profiles: '3' };
  const none = { quoteId: 'quo_none', key: 'a'.repeat(32), amount: '114000', ...yes };
  if (state === 'nobody yet') return { buyer, query: `?${link}`, order: 'ord_none', form: none };
  const query = await buyer.begin(link);
  const { data } = await buyer.get(`/payment${query}`);
  const given = data as { quoteId: string; idempotencyKey: string; amount: number };
  const form = { ...yes, quoteId: given.quoteId, key: given.idempotencyKey, amount: String(given.amount) };
  if (state === 'no order') return { buyer, query, order: 'ord_none', form };
  buyer.world.gateway.behavior = state === 'an open order' ? 'await' : 'capture';
  expect((await buyer.post(`/payment${query}`, form)).status).toBe(303);
  buyer.world.gateway.behavior = 'capture';
  const { id } = await stage.database.db
    .selectFrom('orders')
    .select('id')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  // The same key would replay the first answer: each following form is another request.
  return { buyer, query, order: id, form: { ...form, key: form.key.split('').toReversed().join('') } };
}

const kept = ['orders', 'order_lines', 'attempts', 'tenders', 'access_grants', 'access_tokens', 'subscriptions'];

/** Counts of everything that costs money, and of the gateway's charges. */
async function had({ world }: PayingBuyer): Promise<unknown> {
  const counts = kept.map((table) => `select '${table}' as what, count(*)::int as rows from ${table}`);
  const { rows } = await stage.database.pool.query<object>(counts.join(' union all '));
  return { rows, asked: world.gateway.starts, charged: world.gateway.captures().length };
}

const links = byDepth(
  ['product=ms&flowId=upsell', 'product=wup&route=livelo'],
  [
    'product=ms&flowId=upsell',
    'product=ms&flowId=upsell-presentation',
    'product=wup&flowId=family-upsell',
    'product=live&flowId=video-upsell',
    'product=wup&route=livelo',
  ],
);
const states = Object.keys(open) as State[];

describe.each(states)('with %s', (state) => {
  test.each(links)('a step that is skipped to brings nothing: %s', async (link) => {
    const { buyer, query, order, form } = await arrive(link, state);
    const before = await had(buyer);
    const wrong: string[] = [];
    for (const path of paths) {
      const at = `${path.replace(':id', order)}${query}`;
      const { status } = await buyer.get(at);
      const isShown = status === 200 && open[state].includes(path);
      if (!isShown && !isElsewhere(status)) wrong.push(`GET ${path}: ${status}`);
    }
    expect(await had(buyer)).toEqual(before);
    // Where a buyer may pay, a paying form skips no step.
    for (const path of paths.filter((one) => one !== '/payment' || !open[state].includes(one))) {
      // Accepting an offer is one form; the second form pays.
      for (const fields of [{ ...form, upsell: 'accept' }, form]) {
        const { status } = await buyer.post(`${path.replace(':id', order)}${query}`, fields);
        if (!isElsewhere(status)) wrong.push(`POST ${path}: ${status}`);
      }
      expect([path, await had(buyer)]).toEqual([path, before]);
    }
    expect(wrong).toEqual([]);
  });
});

test('the same form pays where it belongs, or nothing above would say anything', async () => {
  const { buyer, query, form } = await arrive(links[0] ?? '', 'no order');
  const before = await had(buyer);
  expect((await buyer.post(`/payment${query}`, form)).to).toBe(`/success${query}`);
  expect(await had(buyer)).not.toEqual(before);
});

describe('a step that a flow asks for ahead of the payment', () => {
  test.each([
    ['product=at', '/select-test-location'],
    ['product=trinca-oab', '/select-test-location'],
    ['product=exec', '/phone-verification'],
    ['product=flex', '/select-school'],
    ['product=teens', '/select-school'],
  ])('is asked by the payment page of %s, to be seen and to be paid: %s', async (link, path) => {
    const buyer = await payingBuyer(stage);
    const query = await leadOnly(buyer, link);
    const before = await had(buyer);
    expect(await buyer.get(`/payment${query}`)).toMatchObject({ status: 303, to: `${path}${query}` });
    const form = { method: 'pix', 'pix.document': '390.533.447-05', terms: 'yes', quoteId: 'quo_none', amount: '1' };
    const paid = await buyer.post(`/payment${query}`, { ...form, key: 'a'.repeat(32) });
    expect(paid).toMatchObject({ status: 303, to: `${path}${query}` });
    expect(await had(buyer)).toEqual(before);
  });

  test('leads on to the payment once it is answered, and the seat is held before the money is asked for', async () => {
    const buyer = await payingBuyer(stage);
    buyer.world.gateway.behavior = 'await';
    const query = await leadOnly(buyer, 'product=at');
    const { data } = await buyer.get(`/select-test-location${query}`);
    const [place] = data['locations'] as { id: string; city: string }[];
    const chosen = await buyer.post(`/select-test-location${query}&city=${place?.city}`, { place: place?.id ?? '' });
    expect(chosen).toMatchObject({ status: 303, to: `/payment${query}` });
    await buyer.pay(`/payment${query}`);
    const held = await stage.database.db
      .selectFrom('order_locations')
      .innerJoin('orders', 'orders.id', 'order_locations.order_id')
      .select(['location_id', 'state'])
      .orderBy('orders.created_at', 'desc')
      .executeTakeFirst();
    expect(held).toEqual({ location_id: place?.id, state: 'open' });
  });

  test('is asked again when its seats have gone before anything was paid, and the page says so', async () => {
    const buyer = await payingBuyer(stage);
    const query = await leadOnly(buyer, 'product=trinca-oab');
    const { data } = await buyer.get(`/select-test-location${query}`);
    const [place] = data['locations'] as { id: string; city: string; left: number }[];
    await buyer.post(`/select-test-location${query}&city=${place?.city}`, { place: place?.id ?? '' });
    expect((await buyer.get(`/payment${query}`)).status).toBe(200);
    const pool = `test-place/a-trinca/${place?.id}`;
    const seats = { pool, capacity: BigInt(place?.left ?? 0), taken: BigInt(place?.left ?? 0) };
    await stage.database.db.insertInto('seat_pools').values(seats).execute();
    expect(await buyer.get(`/payment${query}`)).toMatchObject({ status: 303, to: `/select-test-location${query}` });
    expect((await buyer.get(`/select-test-location${query}`)).data).toMatchObject({ isChosenFull: true });
    await stage.database.db.deleteFrom('seat_pools').where('pool', '=', pool).execute();
  });
});

/** Submits the contact data only. */
async function leadOnly(buyer: PayingBuyer, link: string): Promise<string> {
  const student = { birthDate: '03/05/1990', relationAccount: 'other' };
  await buyer.post(`/lead?${link}`, { ...buyerLead, ...(link.includes('teens') ? student : {}) });
  return `?${link}`;
}

/** A redirect, or a refusal. */
function isElsewhere(status: number): boolean {
  return status >= 300 && status < 500;
}
