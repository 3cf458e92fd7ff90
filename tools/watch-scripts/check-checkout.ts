import type { ScriptRecord } from '#src/apps/checkout/site/assets/script-inventory.server.ts';
import type { StartedPurchase } from './start-purchase.ts';
import { frameTo, integrityOf, pageScripts } from './page-scripts.ts';

export interface CheckedPage {
  readonly pages: number;
  readonly scripts: number;
  /** Sentences; none when everything is as built. */
  readonly differences: readonly string[];
}

/** A shop to check. */
export interface CheckedCheckout {
  /** Origin of its pages. */
  readonly checkout: string;
  /** Origin of the card fields. */
  readonly cardFields: string;
  /** A product of the shop, such as `product=wup`. */
  readonly query: string;
  /** A purchase whose payment page is checked too; `renew` starts another one. Absent: that page is not checked. */
  readonly purchase?: (renew: boolean) => Promise<StartedPurchase>;
}

interface WatchedPage {
  readonly name: string;
  readonly url: string;
  readonly status: number;
  readonly policy: readonly RegExp[];
  readonly headers: Readonly<Record<string, string>>;
}

/** Required directives of the policy on every page. */
const everywhere: readonly RegExp[] = [
  /^default-src 'none'(?:;|$)/,
  /; base-uri 'none'(?:;|$)/,
  /; require-trusted-types-for 'script'(?:;|$)/,
  /; report-uri \/policy-reports(?:;|$)/,
];
const ofPages: readonly RegExp[] = [
  ...everywhere,
  /; script-src (?:'none'|'nonce-[\w+/=-]+' 'strict-dynamic')(?:;|$)/,
  /; frame-ancestors '(?:none|self)'(?:;|$)/,
  /; form-action 'self'[^;]*(?:;|$)/,
];

/** Pages without a purchase; a purchase's other pages load the same files, each of which is checked. */
const statuses: Readonly<Record<string, number>> = {
  '/lead': 200,
  '/generic-error': 200,
  '/my-purchases': 200,
  '/nowhere': 404,
};

/** Time limit, so that a hanging server does not end the watch. */
const patienceMs = 20_000;

/** Does not follow redirects: the target is not part of the build. */
function look(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(patienceMs) });
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function pagesOf({ checkout, cardFields, query }: CheckedCheckout): readonly WatchedPage[] {
  const cards = {
    name: 'card page',
    url: `${cardFields}/?parent=${encodeURIComponent(checkout)}`,
    status: 200,
    policy: [
      ...everywhere,
      /; script-src 'nonce-[\w+/=-]+'[^;]*(?:;|$)/,
      new RegExp(`; frame-ancestors ${escaped(checkout)}(?:;|$)`),
    ],
    headers: { 'sec-fetch-dest': 'iframe' },
  };
  const open = Object.entries(statuses).map(([page, status]) => ({
    ...{ name: page, url: `${checkout}${page}?${query}`, status },
    ...{ policy: ofPages, headers: { accept: 'text/html' } },
  }));
  return [...open, cards];
}

/** The payment page of a purchase; of another purchase when the first one's is gone. */
async function paymentOf({ purchase }: CheckedCheckout): Promise<readonly WatchedPage[]> {
  if (!purchase) return [];
  const pageOf = ({ url, cookie }: StartedPurchase): WatchedPage => ({
    ...{ name: new URL(url).pathname, url, status: 200 },
    ...{ policy: ofPages, headers: { accept: 'text/html', cookie } },
  });
  const page = pageOf(await purchase(false));
  const answer = await look(page.url, page.headers);
  await answer.body?.cancel();
  return [answer.status === page.status ? page : pageOf(await purchase(true))];
}

/** Compares a shop's files with the list of its build. */
export async function checkCheckout(shop: CheckedCheckout, list: readonly ScriptRecord[]): Promise<CheckedPage> {
  const files = list.filter(({ kind }) => kind !== 'inline');
  const known = new Set([
    ...files.map(({ path }) => path),
    ...list.filter(({ kind }) => kind === 'inline').map(({ integrity }) => integrity),
  ]);
  const isKnown = (script: string): boolean =>
    known.has(script) || script.startsWith(frameTo(`${shop.cardFields}/?`).slice(0, -2));
  const differences: string[] = [];
  const pages = [...pagesOf(shop), ...(await paymentOf(shop))];
  for (const { name, url, status, policy, headers } of pages) {
    const answer = await look(url, headers);
    const html = await answer.text();
    const said = answer.headers.get('content-security-policy') ?? '';
    if (answer.status !== status) differences.push(`${name}: ${answer.status} in place of ${status}`);
    if (policy.some((one) => !one.test(said))) differences.push(`${name}: the policy is another one: ${said}`);
    if (answer.headers.get('x-content-type-options') !== 'nosniff') differences.push(`${name}: nosniff is missing`);
    for (const script of pageScripts(html)) if (!isKnown(script)) differences.push(`${name}: ${script} is in no list`);
  }
  for (const { path, integrity, kind } of files) {
    const answer = await look((kind === 'card-fields' ? shop.cardFields : shop.checkout) + path);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (!answer.ok || integrityOf(bytes) !== integrity) differences.push(`${path} is not what was built`);
  }
  return { pages: pages.length, scripts: files.length, differences };
}
