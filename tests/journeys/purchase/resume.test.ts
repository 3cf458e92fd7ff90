import type { Page } from '@playwright/test';
import {
  alive,
  buyerCpf,
  choose,
  codeOf,
  orderPix,
  payButton,
  reachPayment,
  type,
} from '#tests/support/browser/purchase-steps.ts';
import { deep } from '#tests/support/depth.ts';
import { expect, journey } from '#tests/support/browser/journey.ts';

const short = /^https?:\/\/[^/]+\/r\/[a-z\d]{6}-[a-z\d]{6}-[a-z\d]{6}$/;

/** Pays the purchase that a link brought along, by Pix; answers the code. */
async function payByLink(page: Page): Promise<string> {
  await alive(page);
  await choose(page, 'pix');
  await type(page.locator('input[name="pix.document"]'), buyerCpf);
  await page.locator('input[name=terms]').check();
  await payButton(page).click();
  await page.locator('textarea').first().waitFor();
  return codeOf(page);
}

journey('a purchase continues in another browser by its link, and the first page follows', async (buyer) => {
  const { page, email, world, person } = buyer;
  await reachPayment(buyer);
  await orderPix(page);
  const code = await codeOf(page);
  await page.getByRole('button', { name: 'Continuar em outro aparelho' }).click();
  const link = await page.getByLabel('Link desta compra').inputValue();
  expect(link).toMatch(short);
  await expect(page.getByRole('img', { name: 'QR code do link desta compra' })).toBeVisible();

  const other = await person();
  await other.goto(link);
  await expect(other.locator('textarea').first()).toHaveValue(code);
  expect(other.url()).not.toContain(link.split('/').at(-1));
  await world.payPix({ code });
  await page.waitForURL('**/success?**');
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Pagamento confirmado');
  expect(await world.records(email)).toMatchObject({ orders: [{ state: 'paid' }], grants: 1, breaks: [] });
});

const viewport = { width: 360, height: 740 };
const android =
  'Mozilla/5.0 (Linux; Android 15; SM-A546E; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0.0.0 Mobile Safari/537.36 Instagram 401.0.0.48.79 Android (35/15; 450dpi; 1080x2116; samsung)';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22G86 [FBAN/FBIOS;FBAV/530.0.0.29.76;FBBV/1]';

journey(
  'an app on Android hands a purchase over to the browser',
  { ...deep, userAgent: android, viewport },
  async (buyer) => {
    const { page, email, world, person } = buyer;
    await reachPayment(buyer);
    await page.getByRole('link', { name: 'Continuar no navegador do celular' }).click();
    const options = await page.getByRole('link', { name: 'Abrir no navegador do celular' }).getAttribute('href');
    // What Android makes of it.
    const [, place = '', scheme = ''] = /^intent:\/\/([^#]+)#Intent;scheme=(https?);.*;end$/.exec(options ?? '') ?? [];
    const link = `${scheme}://${place}`;
    expect(link).toMatch(short);

    const other = await person();
    await other.goto(link);
    await world.payPix({ code: await payByLink(other) });
    await page.waitForURL('**/success?**');
    await expect(other.getByRole('heading', { level: 1 })).toContainText('Pagamento confirmado');
    expect(await world.records(email)).toMatchObject({ orders: [{ state: 'paid' }], grants: 1, breaks: [] });
  },
);

journey(
  'out of an app on an iPhone the link is copied, also by whoever came by one',
  { ...deep, userAgent: iphone, viewport },
  async (buyer) => {
    const { page, email, world, person } = buyer;
    await reachPayment(buyer);
    await page.getByRole('link', { name: 'Continuar no navegador do celular' }).click();
    const first = await page.getByLabel('Link desta compra').inputValue();
    await expect(page.getByRole('link', { name: 'Abrir no navegador do celular' })).toHaveCount(0);

    // Sent to oneself in the same app, it is opened there again.
    await page.goto(first);
    await page.getByRole('link', { name: 'Continuar no navegador do celular' }).click();
    const again = await page.getByLabel('Link desta compra').inputValue();
    expect(again).toMatch(short);
    expect(again).not.toBe(first);

    const other = await person();
    await other.goto(again);
    await world.payPix({ code: await payByLink(other) });
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Pagamento confirmado');
    expect(await world.records(email)).toMatchObject({ orders: [{ state: 'paid' }], grants: 1, breaks: [] });
  },
);
