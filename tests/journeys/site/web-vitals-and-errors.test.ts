import type { Page } from '@playwright/test';
import { deep } from '#tests/support/depth.ts';
import { axeInBothModes } from '#tests/support/browser/axe.ts';
import { alive, codeOf, orderPix, reachPayment, typeLead } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';
import { pressContinue } from '#tests/support/browser/presentation-steps.ts';

interface Beacon {
  readonly page: string;
  readonly visit: string;
  readonly vitals: readonly { readonly name: string }[];
  readonly errors: readonly { readonly name: string; readonly message: string; readonly level: string }[];
}

/** What a page tells of itself, as it leaves the browser. */
function listen(page: Page): { readonly beacons: Beacon[]; readonly texts: string[] } {
  const beacons: Beacon[] = [];
  const texts: string[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/v1/measures')) return;
    const text = request.postData() ?? '';
    texts.push(text);
    // What leaves with the page is carried by the browser, which does not always show its body.
    if (text !== '') beacons.push(JSON.parse(text) as Beacon);
  });
  return { beacons, texts };
}

async function figure(buyer: Journey, line: RegExp): Promise<number> {
  const text = await (await fetch(buyer.at('/metrics'))).text();
  return Number(line.exec(text)?.[1] ?? 0);
}

interface Counted {
  readonly events: readonly {
    readonly name: string;
    readonly clientId: string;
    readonly params: Record<string, unknown>;
  }[];
  readonly containers: readonly {
    readonly container: string;
    readonly page: string;
    readonly events: readonly string[];
  }[];
}

async function counted({ product }: Journey): Promise<Counted> {
  return (await fetch(`${product.sandbox}/sandbox/analytics.json`)).json() as Promise<Counted>;
}

journey('a page reports its vitals once it has loaded, and nothing that was typed', deep, async (buyer) => {
  const { page, at, email } = buyer;
  const { beacons, texts } = listen(page);
  const before = await figure(buyer, /web_vital_seconds_count\{name="FCP",page="lead"\} (\d+)/);
  await page.goto(at('/lead?product=wup&seller=ana'));
  await alive(page);
  await expect.poll(() => beacons.length).toBeGreaterThan(0);
  const began = await page.evaluate(() => {
    const visited = performance
      .getEntriesByType('navigation')
      .find((one) => one instanceof PerformanceNavigationTiming);
    const file = performance.getEntriesByType('resource').find(({ name }) => name.includes('start-web-vitals'));
    return { load: visited?.loadEventStart ?? 0, webVitals: file?.startTime ?? 0 };
  });
  expect(began.load).toBeGreaterThan(0);
  expect(began.webVitals).toBeGreaterThanOrEqual(began.load);
  expect(beacons[0]).toMatchObject({ page: 'lead', visit: expect.stringMatching(/^[\w-]{22}$/), errors: [] });
  await expect.poll(() => figure(buyer, /web_vital_seconds_count\{name="FCP",page="lead"\} (\d+)/)).toBe(before + 1);

  await reachPayment(buyer, '/lead?product=wup&seller=ana');
  await expect.poll(() => beacons.some((beacon) => beacon.page === 'payment')).toBe(true);
  expect(new Set(beacons.map(({ visit }) => visit)).size).toBe(1);
  for (const text of texts)
    for (const typed of [email, 'Maria', '961234567', '96123-4567', 'seller', '?']) expect(text).not.toContain(typed);
});

journey(
  'an error that a page met is reported with its name and place, not with its text',
  { allow: ['exception'] },
  async (buyer) => {
    const { page, at } = buyer;
    const { beacons, texts } = listen(page);
    await page.goto(at('/lead?product=wup'));
    await alive(page);
    await expect.poll(() => beacons.length).toBeGreaterThan(0);
    const before = await figure(buyer, /browser_errors_total\{level="error",page="lead"\} (\d+)/);
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('no lead for maria@exemplo.com.br');
      });
      // A refusal is ignored by the reporter (specification, section 8).
      void Promise.reject(Object.assign(new Error('refused'), { status: 422 }));
    });
    await expect
      .poll(() => beacons.flatMap(({ errors }) => errors))
      .toMatchObject([{ level: 'error', name: 'Error', message: '' }]);
    await expect.poll(() => figure(buyer, /browser_errors_total\{level="error",page="lead"\} (\d+)/)).toBe(before + 1);
    expect(texts.join()).not.toContain('maria');
  },
);

journey(
  'analytics count only after consent, never where money is paid, and the purchase once, by the server',
  async (buyer) => {
    const { page, at, product, email, world } = buyer;
    const requested: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/gtm.js')) requested.push(new URL(page.url()).pathname);
    });
    const first = await counted(buyer);
    await page.goto(at('/lead?product=vc&route=pix'));
    await alive(page);
    expect(requested).toEqual([]);
    await page.getByRole('button', { name: 'Permitir', exact: true }).click();
    await expect(page.getByText('Podemos contar sua visita?')).toHaveCount(0);
    await expect.poll(() => requested).toEqual(['/lead']);
    await expect
      .poll(async () => (await counted(buyer)).containers.slice(first.containers.length))
      .toEqual([{ container: 'GTM-VENDEC1', page: '/lead', events: ['gtm.js', 'view_item'] }]);

    await typeLead(page, { email });
    await page.getByRole('button', { name: 'Pegar meu ingresso' }).click();
    await page.waitForURL('**/presentation?**');
    await expect.poll(() => requested).toEqual(['/lead', '/presentation']);
    await pressContinue(page);
    await alive(page);
    await orderPix(page);
    await world.payPix({ code: await codeOf(page) });
    await page.waitForURL('**/success?**');
    expect(requested).toEqual(['/lead', '/presentation']);

    const mine = async (): Promise<Counted['events']> => (await counted(buyer)).events.slice(first.events.length);
    await expect
      .poll(async () => (await mine()).map(({ name }) => name).toSorted(), { timeout: 30_000 })
      .toEqual(['add_payment_info', 'begin_checkout', 'purchase']);
    const purchase = (await mine()).find(({ name }) => name === 'purchase');
    expect(purchase?.params).toMatchObject({
      currency: 'BRL',
      value: 397,
      transaction_id: expect.stringMatching(/^ord_/),
      items: [{ item_id: 'vende-c', price: 397, quantity: 1 }],
    });
    const { value: tag = '' } =
      (await page.context().cookies(product.checkout)).find(({ name }) => name === '_ga') ?? {};
    expect(tag).toBe(`GA1.1.${purchase?.clientId}`);
    // The whole number: five digits alone stand in a client's random name now and then.
    expect(JSON.stringify(await mine())).not.toMatch(/maria|exemplo|96123\D{0,3}4567/i);
  },
);

/** Controls of the page that the notice lies on as the page stands, or once each is scrolled to. */
async function covered(page: Page, isScrolled: boolean): Promise<string[]> {
  return page.evaluate((scrolls) => {
    const notice = document.querySelector('[aria-labelledby=consent-title]');
    const controls = document.querySelectorAll<HTMLElement>('main button, main a, main input, main select, main label');
    return [...controls].flatMap((control) => {
      if (!control.checkVisibility() || control.matches('[type=hidden]')) return [];
      if (scrolls) control.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return at !== null && notice?.contains(at) ? [control.outerHTML.slice(0, 80)] : [];
    });
  }, isScrolled);
}

journey(
  'the question about cookies lies on no control of a page, at any width',
  { allow: ['layout shift'] },
  async (buyer) => {
    const { page, at, email } = buyer;
    await page.goto(at('/lead?product=vc'));
    await alive(page);
    await typeLead(page, { email });
    await page.getByRole('button', { name: 'Pegar meu ingresso' }).click();
    await page.waitForURL('**/presentation?**');
    for (const path of ['/presentation', '/lead']) {
      for (const [width, height] of [
        [1280, 900],
        [1024, 700],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.goto(at(`${path}?product=vc`));
        await expect(page.getByText('Podemos contar sua visita?')).toBeVisible();
        // On a phone it lies at the bottom, and what is under it is scrolled clear.
        expect([path, width, await covered(page, width < 1024)]).toEqual([path, width, []]);
      }
    }
  },
);

journey('an answer about cookies keeps what was typed before it', deep, async (buyer) => {
  const { page, at, email } = buyer;
  await page.goto(at('/lead?product=vc'));
  await alive(page);
  await typeLead(page, { email });
  const typed = () =>
    page.locator('#root input').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  const before = await typed();
  expect(before).toContain(email);
  await page.getByRole('button', { name: 'Não permitir' }).click();
  await expect(page.getByText('Podemos contar sua visita?')).toHaveCount(0);
  expect(await typed()).toEqual(before);
  await page.reload();
  await expect(page.getByText('Podemos contar sua visita?')).toHaveCount(0);
});

journey('a refused consent is stored, and can be changed', deep, async (buyer) => {
  const { page, at } = buyer;
  await page.goto(at('/lead?product=vc'));
  await alive(page);
  expect(await axeInBothModes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Não permitir' }).click();
  await page.waitForURL('**/lead?**');
  await expect(page.getByText('Podemos contar sua visita?')).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Podemos contar sua visita?')).toHaveCount(0);
  await page.getByRole('link', { name: 'Cookies de medição' }).click();
  expect(await axeInBothModes(page)).toEqual([]);
  await expect(page.getByText('Hoje você não permite a medição.')).toBeVisible();
  await page.getByRole('button', { name: 'Permitir', exact: true }).click();
  await expect(page.getByText('Hoje você permite a medição.')).toBeVisible();
});

journey(
  'a toast says that the code was copied, waits under the pointer, and goes after five seconds',
  deep,
  async (buyer) => {
    const { page, context, at } = buyer;
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: at('') });
    await reachPayment(buyer, '/?product=wup&route=pix');
    await orderPix(page);
    // A page that counts down while its clock is exchanged takes its time for over.
    await alive(page);
    await page.clock.install();
    // From here on it stands still between two steps, however long the machine takes for one.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole('button', { name: 'Copiar código Pix' }).click();
    const toast = page.getByRole('status').filter({ hasText: 'Código copiado' });
    await expect(toast).toBeVisible();
    await toast.getByText('Código copiado').hover();
    await page.clock.runFor(20_000);
    await expect(toast).toBeVisible();
    await page.mouse.move(0, 0);
    await page.clock.runFor(4_000);
    await expect(toast).toBeVisible();
    await page.clock.runFor(1_500);
    await expect(toast).toHaveCount(0);
  },
);
