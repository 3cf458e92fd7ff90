import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { previousStep } from '#src/domain/checkout/flows/index.ts';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';
import { openPages, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';
import { buyerLead, type PayingBuyer, payingBuyer } from '#tests/support/fixtures/paying-buyer.server.ts';
import { pathOfStep } from './order-status/purchase-routes.ts';

/*
 * A buyer closes the browser and comes back by the same link: the cookie outlives the window, the server's session has
 * what was given. Whoever goes Back finds a step that is filled in.
 */

const { brands } = readBrandParts();
let stage: PagesWorld;
let buyer: PayingBuyer;
beforeAll(async () => {
  stage = await openPages();
  buyer = await payingBuyer(stage);
});
afterAll(() => stage.close());

const countries: Readonly<Record<string, string>> = { BR: '', MZ: '&lang=pt-mz', PE: '' };

/** Every flow that begins with the lead form, with its link. */
const flows = brands.brands.flatMap((brand) =>
  brand.flows
    .filter(({ steps, id }) => steps[0].template === 'lead' && id !== 'livelo')
    .map((flow) => {
      const link = `product=${brand.products[0].key}&flowId=${flow.id}${countries[brand.market]}`;
      return [`${brand.id} ${flow.id}`, link, flow, brand] as const;
    }),
);

type TestedBrand = (typeof brands.brands)[number];

/** Submits the values that a step needs before the payment opens. */
async function complete(template: string, at: string, brand: TestedBrand): Promise<void> {
  if (template === 'select-school') await buyer.post(at, { unit: brand.units[0]?.id ?? '' });
  if (template === 'select-test-location') await buyer.post(at, { place: brand.testLocations[0]?.id ?? '' });
  // A phone has a daily limit of codes: the proof is written directly to the database.
  if (template === 'phone-verification')
    await stage.database.pool.query('update leads set verified_phone = phone, phone_verified_at = now()');
}

/** Fields that only the school for teenagers requires. */
const aboutStudent = { birthDate: '03/05/2012', relationAccount: 'grandparent', guardian: 'yes' };
const isFilledIn = { name: buyerLead.name, email: buyerLead.email };

describe('on any step of any flow', () => {
  test.each(flows)('%s', async (_name, link, flow, brand) => {
    const given = (await buyer.post(`/lead?${link}`, { ...buyerLead, ...aboutStudent })).to;
    const query = given.slice(given.indexOf('?'));
    // The link itself opens the first step, filled in.
    const { to } = await buyer.get(`/?${link}`);
    expect(to).toBe(`/lead${query}`);
    expect((await buyer.get(to)).data['values']).toMatchObject(isFilledIn);
    // So does the address of each step up to the payment, and Back of each step.
    const payment = flow.steps.findIndex(({ template }) => template === 'payment');
    for (const step of flow.steps.slice(1, payment + 1)) {
      const shown = await buyer.get(`${pathOfStep(step)}${query}`);
      expect([step.template, shown.status, shown.page]).toEqual([step.template, 200, step.template]);
      const before = previousStep(flow, step);
      const back = await buyer.get(`${pathOfStep(before)}${query}`);
      expect([before?.template, back.status, back.page]).toEqual([before?.template, 200, before?.template]);
      await complete(step.template, `${pathOfStep(step)}${query}`, brand);
    }
  });
});

describe('what was chosen on a step stands there again', () => {
  test('the school', async () => {
    const query = await buyer.begin('product=wup&flowId=school');
    const here = `/select-school${query}`;
    expect((await buyer.post(here, { unit: 'sp-campinas-cambui' })).to).toBe(`/payment${query}`);
    expect((await buyer.get(here)).data).toMatchObject({ chosen: 'sp-campinas-cambui' });
  });

  test('the place of the exam', async () => {
    const query = await buyer.begin('product=at&flowId=test-location');
    const here = `/select-test-location${query}`;
    expect((await buyer.post(here, { place: 'sp-santana' })).to).toBe(`/payment${query}`);
    expect((await buyer.get(here)).data).toMatchObject({
      chosen: 'sp-santana',
      city: expect.stringContaining('Paulo'),
    });
  });

  test('the course beside the course', async () => {
    const query = await buyer.begin('product=ms&flowId=bump');
    const here = `/order-bump-presentation${query}`;
    const [{ code }] = (await buyer.get(here)).data['bumps'] as [{ code: string }];
    await buyer.post(here, { [`bump.${code}`]: 'yes' });
    expect((await buyer.get(here)).data['bumps']).toMatchObject([{ isTaken: true }]);
  });

  test('how many learn', async () => {
    const query = await buyer.begin('product=wup&flowId=family');
    const here = `/multiprofile-presentation${query}`;
    await buyer.post(here, { profiles: '3' });
    expect((await buyer.get(here)).data).toMatchObject({ chosen: 3 });
  });

  test('the plan', async () => {
    const query = await buyer.begin('product=wup&flowId=custom');
    const here = `/custom-offer${query}`;
    await buyer.post(here, { plan: 'wup-semester-t' });
    expect((await buyer.get(here)).data).toMatchObject({ chosen: 'wup-semester-t' });
  });

  test('the way to pay that was tried, its document, and the agreement', async () => {
    const query = await buyer.begin('product=wup');
    buyer.world.gateway.behavior = 'decline';
    await buyer.pay(`/payment${query}`, 'bankslip');
    const { data } = await buyer.get(`/payment${query}`);
    expect(data).toMatchObject({ chosen: 'bankslip', document: '390.533.447-05', hasAccepted: true });
    buyer.world.gateway.behavior = 'capture';
  });
});

test('the number of installments of a card that was refused', async () => {
  const query = await buyer.begin('product=live&flowId=bankslip');
  buyer.world.gateway.behavior = 'decline';
  const { quoteId, idempotencyKey, amount, defaultCount } = (await buyer.get(`/payment${query}`)).data;
  expect(defaultCount).toBe(12);
  const refused = await buyer.post(`/payment${query}`, {
    quoteId: String(quoteId),
    key: String(idempotencyKey),
    amount: String(amount),
    method: 'credit-card',
    'card.installments': '3',
    'card.token': 'YQ.YQ.YQ.YQ.YQ',
    'card.brand': 'visa',
    'card.last4': '1112',
    'card.expiry': '08/31',
    'card.document': '390.533.447-05',
    terms: 'yes',
  });
  buyer.world.gateway.behavior = 'capture';
  expect([refused.status, refused.form?.errors]).toEqual([422, {}]);
  expect((await buyer.get(`/payment${query}`)).data).toMatchObject({ chosen: 'credit-card', defaultCount: 3 });
});

test('a buyer with an open code finds it again by the link, from the first step on', async () => {
  const query = await buyer.begin('product=medcof');
  buyer.world.gateway.behavior = 'await';
  expect((await buyer.pay(`/payment${query}`)).to).toBe(`/pix${query}`);
  buyer.world.gateway.behavior = 'capture';
  expect((await buyer.get('/?product=medcof')).to).toBe(`/lead${query}`);
  expect((await buyer.get(`/lead${query}`)).data['values']).toMatchObject(isFilledIn);
  const { data } = await buyer.get(`/payment${query}`);
  expect(data['notice']).toMatchObject({ kind: 'info', link: { href: `/pix${query}` } });
  expect((await buyer.get(`/pix${query}`)).page).toBe('waiting');
});

test('a buyer who has paid gets the success page, whichever step the link names', async () => {
  const query = await buyer.begin('product=vc');
  expect((await buyer.pay(`/payment${query}`)).to).toBe(`/success${query}`);
  for (const path of ['/payment', '/pix', '/parsing', '/payment-verification'])
    expect((await buyer.get(`${path}${query}`)).to).toBe(`/success${query}`);
});

describe('after the purchase, with an offer open', () => {
  test('whoever has not answered is asked again, from whichever step', async () => {
    const query = await buyer.begin('product=ms&flowId=upsell-presentation');
    await buyer.pay(`/payment${query}`);
    expect((await buyer.get('/?product=ms&flowId=upsell-presentation')).to).toBe(`/lead${query}`);
    for (const path of ['/payment', '/success'])
      expect((await buyer.get(`${path}${query}`)).to).toBe(`/upsell-presentation${query}`);
    expect((await buyer.get(`/upsell-presentation${query}`)).page).toBe('upsell-presentation');
  });

  test('whoever said yes and has not paid finds the payment, with the document filled in', async () => {
    const query = await buyer.begin('product=ms&flowId=upsell');
    await buyer.pay(`/payment${query}`);
    await buyer.post(`/success${query}`, { upsell: 'accept' });
    const { page, data } = await buyer.get(`/payment/upsell${query}`);
    expect(page).toBe('payment-upsell');
    expect(data).toMatchObject({ payment: { document: '390.533.447-05' } });
    expect((await buyer.get(`/success${query}`)).data).toMatchObject({ upsell: { kind: 'open' } });
  });

  test('whoever said no finds the end', async () => {
    const query = await buyer.begin('product=ms&flowId=upsell-subscription');
    await buyer.pay(`/payment${query}`);
    await buyer.post(`/upsell-payment${query}`, { upsell: 'decline' });
    expect((await buyer.get(`/payment${query}`)).to).toBe(`/subscription-welcome${query}`);
    // Its own page can be changed again.
    expect((await buyer.get(`/upsell-payment${query}`)).page).toBe('upsell-offer');
  });
});
