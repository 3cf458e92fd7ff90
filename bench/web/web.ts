import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import os from 'node:os';
import type { AddressInfo } from 'node:net';
import type { Cookie } from '@playwright/test';
import { cpf } from 'cpf-cnpj-validator';
import { startMinimalPage } from './minimal-page.ts';
import { HttpClient } from '../support/http-client.ts';
import { freePorts } from '../support/free-ports.ts';
import { type LinkOrder, withLink } from './slow-link.ts';
import type { BenchOptions } from '../support/options.ts';
import { startProduct, withDataDir } from '../support/product.ts';
import type { LinkShape } from './shaped-connection.ts';
import { type Visit, type VisitConditions, visit, withPhone } from './visit.ts';

export const slowLink: LinkShape = { roundTrip: 150, down: 1_600, up: 750 };
export const quickLink: LinkShape = { roundTrip: 30, down: 20_000, up: 10_000 };
/** Slowdown factor of a page's processor on the slow link and on the quick one. */
export const slowdowns = { slow: 4, quick: 2 } as const;

/** Visits by page, in the order in which they were made. */
export interface WebMetrics {
  readonly browser: string;
  /** Load of the machine before the first visit and after the last. */
  readonly load: readonly [number, number];
  /** On the slow link: first visits to `/lead` and to the minimal page by turns. */
  readonly lead: readonly Visit[];
  readonly bare: readonly Visit[];
  /** A browser that visited `/lead` and has an empty cache; `Evicted`: its cookie still names the fonts. */
  readonly payment: readonly Visit[];
  readonly paymentEvicted: readonly Visit[];
  readonly success: readonly Visit[];
  /** On the quick link. */
  readonly quickLead: readonly Visit[];
  readonly quickBare: readonly Visit[];
}

/** Addresses outside the link, in front of TLS. */
interface Places {
  readonly checkout: string;
  readonly bare: string;
  readonly bank: string;
  /** Another site, with a link to the address in its query. */
  readonly from: string;
  readonly doors: LinkOrder['doors'];
}

/** First visits on a slow phone and link, and on quick ones, without any emulation that a page could detect. */
export async function measureWeb({ rounds }: BenchOptions): Promise<WebMetrics> {
  return withDataDir(async (dataDir) => {
    const [checkout = 0, cardFields = 0, bareDoor = 0, checkoutPort = 0, cardFieldsPort = 0] = await freePorts(5);
    const origins = { checkout: `https://localhost:${checkout}`, cardFields: `https://localhost:${cardFields}` };
    const ports = { checkout: checkoutPort, cardFields: cardFieldsPort };
    const product = await startProduct(dataDir, undefined, { ports, origins });
    const bare = await startMinimalPage();
    const site = await startOtherSite();
    try {
      return await measureAt(rounds, {
        checkout: origins.checkout,
        bare: `https://localhost:${bareDoor}/`,
        bank: product.shop.bank,
        from: site.url,
        doors: [
          { port: checkout, upstream: checkoutPort },
          { port: cardFields, upstream: cardFieldsPort },
          { port: bareDoor, upstream: bare.port },
        ],
      });
    } finally {
      site.close();
      await bare.close();
      await product.stop();
    }
  });
}

async function measureAt(rounds: number, places: Places): Promise<WebMetrics> {
  const lead = `${places.checkout}/lead?product=wup`;
  const before = os.loadavg()[0] ?? Number.NaN;
  const {
    browser,
    payment,
    reached: success,
  } = await withLink(quickLink, places.doors, async () => ({
    ...(await buyOnce(places, 'success')),
    // The page of another browser: a page whose purchase is paid redirects.
    payment: (await buyOnce(places, 'payment')).reached,
  }));
  const isFaces = ({ name }: Cookie): boolean => name === 'faces';
  const slow = { from: places.from, slowdown: slowdowns.slow };
  const onSlow = await withLink(slowLink, places.doors, () =>
    takeTurns(rounds, {
      lead: [lead, slow],
      bare: [places.bare, slow],
      payment: [payment.url, { ...slow, cookies: payment.cookies.filter((one) => !isFaces(one)) }],
      paymentEvicted: [payment.url, { ...slow, cookies: payment.cookies }],
      success: [success.url, { ...slow, cookies: success.cookies.filter((one) => !isFaces(one)) }],
    }),
  );
  const quick = { from: places.from, slowdown: slowdowns.quick };
  const onQuick = await withLink(quickLink, places.doors, () =>
    takeTurns(rounds, { quickLead: [lead, quick], quickBare: [places.bare, quick] }),
  );
  return { browser: browser, load: [before, os.loadavg()[0] ?? Number.NaN], ...onSlow, ...onQuick };
}

/** Every page once in each round; every second round in reverse order, so that the order favours none. */
async function takeTurns<Name extends string>(
  rounds: number,
  pages: Readonly<Record<Name, readonly [url: string, terms: VisitConditions]>>,
): Promise<Record<Name, Visit[]>> {
  const names = Object.keys(pages) as Name[];
  const visits = Object.fromEntries(names.map((name) => [name, [] as Visit[]])) as Record<Name, Visit[]>;
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const [url, terms] = pages[name];
      const made = await visit(url, terms);
      // Warm-up of the servers and the disk, not counted.
      if (round > 0) visits[name].push(made);
    }
  }
  return visits;
}

interface Reached {
  readonly url: string;
  readonly cookies: readonly Cookie[];
}

/** A purchase by Pix in a browser of its own, up to one page: the final address and the cookies. */
function buyOnce(
  { checkout, bank }: Places,
  asFarAs: 'payment' | 'success',
): Promise<{ readonly browser: string; readonly reached: Reached }> {
  return withPhone(async (context, browser) => {
    const page = await context.newPage();
    const reached = async (): Promise<Reached> => ({ url: page.url(), cookies: await context.cookies() });
    await page.goto(`${checkout}/lead?product=wup`, { waitUntil: 'networkidle' });
    await page.fill('input[name=name]', 'Maria Aparecida da Silva');
    await page.fill('input[name=email]', `maria.${randomUUID().slice(0, 8)}@example.com`);
    await page.fill('input[name=phone]', '11961234567');
    await page.click('form button[type=submit]');
    await page.waitForURL('**/payment?**', { waitUntil: 'networkidle' });
    if (asFarAs === 'payment') return { browser, reached: await reached() };
    await page.click('label:has(input[name=method][value=pix])');
    await page.fill('input[name="pix.document"]', cpf.generate());
    const terms = page.locator('input[name=terms]');
    if (!(await terms.isChecked())) await terms.click();
    await page.locator('#root form button[type=submit]:not([name]):not([aria-hidden])').last().click();
    await page.waitForURL('**/pix?**', { waitUntil: 'load' });
    const code = await page.locator('textarea').inputValue();
    const caller = new HttpClient();
    await caller.send('POST', `${bank}/sandbox/pix/pay`, {}, { code });
    caller.close();
    await page.waitForURL('**/success?**', { waitUntil: 'load' });
    return { browser, reached: await reached() };
  });
}

/** A page of another site, on a link of its own, with one link in it. */
async function startOtherSite(): Promise<{ readonly url: string; close(): void }> {
  const server = http.createServer((request, response) => {
    const to = new URL(request.url ?? '', 'http://127.0.0.1').searchParams.get('to') ?? '';
    const html = `<!doctype html><title>Another site</title><link rel="icon" href="data:,"><a href="${encodeURI(to)}">Buy</a>`;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
