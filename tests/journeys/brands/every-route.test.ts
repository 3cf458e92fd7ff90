import type { Page } from '@playwright/test';
import { test } from 'vitest';
import { steps } from '#src/apps/checkout/registry.generated.ts';
import { jobs } from '#src/apps/worker/jobs/index.server.ts';
import {
  alive,
  answerBank,
  buyerCpf,
  cards,
  codeOf,
  orderPix,
  payByCard,
  settled,
  type,
} from '#tests/support/browser/purchase-steps.ts';
import { deep } from '#tests/support/depth.ts';
import { expect, journey, sharedProduct, type Journey } from '#tests/support/browser/journey.ts';
import { provePoints } from '#tests/support/browser/points-steps.ts';
import { ownPhone, walkTo } from '#tests/support/browser/walk-flow.ts';

/** The specification's table of routes and its list "also seen" (section 2). */
const routes = [
  ...['/lead', '/phone-verification', '/video', '/video/upsell', '/multiprofile-presentation'],
  ...['/multiprofile-upsell-presentation', '/order-bump-presentation', '/presentation', '/payment', '/custom-offer'],
  ...['/success', '/payment/upsell', '/success/upsell', '/pix', '/livelo/cpf', '/payment/:id', '/recovery/:id'],
  ...['/renew/:id', '/generic-error', '/select-school', '/payment/upgrade', '/md', '/select-test-location'],
  ...['/upsell-presentation', '/upsell-payment', '/subscription-welcome', '/payment-verification', '/parsing'],
  ...['/success-invoice', '/livelo/payment-method', '/livelo/payment', '/livelo/error', '/livelo/select-device'],
  '/livelo/code',
];

const reached = new Set<string>();

/** A journey that notes every address at which its buyer's page has been. */
function way(name: string, walk: (buyer: Journey) => Promise<void>): void {
  journey(name, deep, async (buyer) => {
    buyer.page.on('framenavigated', (frame) => {
      if (frame === buyer.page.mainFrame()) reached.add(routeOf(new URL(frame.url()).pathname));
    });
    await walk(buyer);
  });
}

/** `/renew/sub_1` is the route `/renew/:id`, while `/payment/upgrade` is one of its own. */
function routeOf(path: string): string {
  if (routes.includes(path)) return path;
  const [, first = ''] = path.split('/');
  return routes.find((route) => route === `/${first}/:id`) ?? path;
}

async function payPix({ page, world }: Journey, end: string): Promise<void> {
  await alive(page);
  await orderPix(page);
  await world.payPix({ code: await codeOf(page) });
  await page.waitForURL(`**${end}?**`);
  await settled(page);
}

function decline(page: Page): Promise<void> {
  return page.locator('button[name=upsell][value=decline]').click();
}

way('a film, and a card whose bank asks', async (buyer) => {
  await walkTo(buyer, '/?product=ms&flowId=video', '/payment');
  await payByCard(buyer, cards.challenge);
  await answerBank(buyer.page, 'Sou eu, confirmar');
  await buyer.page.waitForURL('**/success?**');
});

way('a page of rules, and a card that takes its time', async (buyer) => {
  await walkTo(buyer, '/?product=medcof&flowId=regulamento', '/payment');
  await buyer.world.faults('pagarme', [{ mode: 'processing', times: 1, ms: 60_000 }]);
  await payByCard(buyer, cards.approved);
  await buyer.page.waitForURL('**/parsing?**');
  // However slow the machine is, its company is done only after the page was seen.
  await buyer.world.advance(60);
  await buyer.page.waitForURL('**/success?**');
});

way('an offer on the success page', async (buyer) => {
  await walkTo(buyer, '/?product=wup&flowId=upsell&seller=ana', '/payment');
  await payPix(buyer, '/success');
  await buyer.page.locator('button[name=upsell][value=accept]').click();
  await buyer.page.waitForURL('**/payment/upsell?**');
  await payPix(buyer, '/success/upsell');
});

way('an offer with a page of its own, turned down', async (buyer) => {
  await walkTo(buyer, '/?product=ms&flowId=upsell-presentation', '/payment');
  await payPix(buyer, '/upsell-presentation');
  await decline(buyer.page);
  await buyer.page.waitForURL('**/subscription-welcome?**');
});

way('more profiles after the purchase, thought over where they are paid', async (buyer) => {
  const { page } = buyer;
  await walkTo(buyer, '/?product=wup&flowId=family-upsell', '/payment');
  await payPix(buyer, '/multiprofile-upsell-presentation');
  await alive(page);
  await page.locator('label', { hasText: 'Mais 2 perfis' }).click();
  await page.getByRole('button', { name: 'Acrescentar perfis' }).click();
  await page.waitForURL('**/upsell-payment?**');
  await alive(page);
  await decline(page);
  await page.waitForURL('**/subscription-welcome?**');
});

way('a film after the purchase', async (buyer) => {
  await walkTo(buyer, '/?product=live&flowId=video-upsell', '/payment');
  await payPix(buyer, '/video/upsell');
  await decline(buyer.page);
  await buyer.page.waitForURL('**/success?**');
});

way('points: their proof, a programme that is away for a moment, and what is left to pay', async (buyer) => {
  const { page, world } = buyer;
  await walkTo(buyer, '/?product=wup&route=livelo', '/livelo/cpf');
  await provePoints(buyer);
  await world.faults('points-club', [{ mode: 'maintenance', times: 1 }]);
  await page.reload();
  await page.waitForURL('**/livelo/error?**');
  await page.locator('main').getByRole('link').first().click();
  await page.waitForURL('**/livelo/payment-method?**');
  await alive(page);
  await page.locator('main form button[type=submit]').first().click();
  await page.waitForURL('**/livelo/payment?**');
});

/** Ways to the payment: what stands between is said by each brand's own flow. */
const untilPayment: readonly (readonly [link: string, way: readonly string[], phone?: string])[] = [
  ['/?product=exec', ['/phone-verification', '/select-school'], ownPhone()],
  ['/?product=at', ['/select-test-location']],
  ['/?product=vc-vip&flowId=vip', ['/presentation']],
  ['/?product=ms&voucher=estendido', ['/presentation']],
  ['/?product=wsp&flowId=bump', ['/order-bump-presentation']],
  ['/?product=wup&flowId=family', ['/multiprofile-presentation']],
  ['/?product=destiny&offer=destiny-semester-t', ['/custom-offer']],
];

for (const [link, between, phone] of untilPayment) {
  way(`${link} goes by ${between.join(' and ')}`, async (buyer) => {
    const given = phone === undefined ? {} : { phone };
    expect(await walkTo(buyer, link, '/payment', given)).toEqual(['/lead', ...between, '/payment']);
  });
}

/** Makes what a letter would bring, and follows its link. */
async function follow({ page, at, email }: Journey, kind: string): Promise<void> {
  await page.goto(at('/samples?product=ms'));
  await type(page.locator('input[name=email]'), email);
  await page.locator(`button[name=kind][value=${kind}]`).click();
  await page.waitForURL((url) => url.pathname !== '/samples');
}

way('e-mail links: an invoice, a resumed purchase, a renewal, an upgrade', async (buyer) => {
  const { page, world } = buyer;
  for (const kind of ['recovery', 'renewal', 'upgrade', 'invoice']) await follow(buyer, kind);
  await alive(page);
  await page.locator('label:has(input[value=pix])').click();
  await type(page.locator('input[name="pix.document"]'), buyerCpf);
  await page.locator('input[name=terms]').click();
  await page.locator('#root form button[type=submit]:not([name]):not([aria-hidden])').last().click();
  await world.payPix({ code: await codeOf(page) });
  await page.waitForURL('**/success-invoice?**');
});

way('a link to something that does not exist', async ({ page, at }) => {
  await page.goto(at('/?product=nothing'));
  await page.waitForURL('**/generic-error?**');
});

test('the routes without a product answer', async () => {
  const { checkout } = await sharedProduct();
  for (const path of ['/', '/readiness', '/healthcheck']) expect((await fetch(`${checkout}${path}`)).status).toBe(200);
});

test('readiness shows the last run of every periodic job', async () => {
  const { checkout } = await sharedProduct();
  const round = jobs.filter(({ cron, everySeconds }) => cron !== undefined || everySeconds !== undefined);
  const silent = async (): Promise<readonly string[]> => {
    const { jobs: runs } = (await (await fetch(`${checkout}/readiness`)).json()) as {
      jobs: Readonly<Record<string, { readonly isGood: boolean }>>;
    };
    return round.map(({ name }) => name).filter((name) => runs[name]?.isGood !== true);
  };
  // All run once as a product starts, one after the other.
  await expect.poll(silent, { timeout: 60_000 }).toEqual([]);
});

test('every route of the specification, and every screen there is, was reached through a flow', deep, () => {
  const screens = Object.values(steps).flatMap(({ paths }) => paths);
  expect([...new Set([...routes, ...screens])].filter((route) => !reached.has(route))).toEqual([]);
});
