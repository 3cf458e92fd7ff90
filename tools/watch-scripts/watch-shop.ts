import type { ScriptRecord } from '#src/apps/checkout/web/script-inventory.server.ts';
import { integrityOf, scriptsOf } from './scripts-of.ts';

export interface Watched {
  readonly pages: number;
  readonly scripts: number;
  /** Sentences; none when all is as it was built. */
  readonly differences: readonly string[];
}

/** A shop to look at. */
export interface WatchedShop {
  /** Origin of its pages. */
  readonly checkout: string;
  /** Origin that takes the numbers of cards. */
  readonly cardFields: string;
  /** Names something that it sells, such as `product=wup`. */
  readonly query: string;
}

interface WatchedPage {
  readonly url: string;
  readonly status: number;
  readonly policy: readonly RegExp[];
  readonly headers: Readonly<Record<string, string>>;
}

/** What a policy has to say on every page, whatever it says besides. */
const everywhere: readonly RegExp[] = [
  /^default-src 'none'(?:;|$)/,
  /; base-uri 'none'(?:;|$)/,
  /; require-trusted-types-for 'script'(?:;|$)/,
];
const ofPages: readonly RegExp[] = [
  ...everywhere,
  /; script-src (?:'none'|'nonce-[\w+/=-]+' 'strict-dynamic')(?:;|$)/,
  /; frame-ancestors '(?:none|self)'(?:;|$)/,
  /; form-action 'self'[^;]*(?:;|$)/,
];

/** Pages that anybody gets without having begun; those of a purchase load the same files, each of which is looked at. */
const statuses: Readonly<Record<string, number>> = {
  '/lead': 200,
  '/generic-error': 200,
  '/my-purchases': 200,
  '/nowhere': 404,
};

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function pagesOf({ checkout, cardFields, query }: WatchedShop): readonly WatchedPage[] {
  const cards = {
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
    ...{ url: `${checkout}${page}?${query}`, status },
    ...{ policy: ofPages, headers: { accept: 'text/html' } },
  }));
  return [...open, cards];
}

/** Compares what a shop serves with the list of its build. */
export async function watchShop(shop: WatchedShop, list: readonly ScriptRecord[]): Promise<Watched> {
  const files = list.filter(({ kind }) => kind !== 'inline');
  const known = new Set([
    ...files.map(({ path }) => path),
    ...list.filter(({ kind }) => kind === 'inline').map(({ integrity }) => integrity),
  ]);
  const differences: string[] = [];
  const pages = pagesOf(shop);
  for (const { url, status, policy, headers } of pages) {
    const answer = await fetch(url, { headers });
    const html = await answer.text();
    const { pathname: page } = new URL(url);
    const name = url.startsWith(`${shop.cardFields}/`) ? 'card page' : page;
    const said = answer.headers.get('content-security-policy') ?? '';
    if (answer.status !== status) differences.push(`${name}: ${answer.status} in place of ${status}`);
    if (policy.some((one) => !one.test(said))) differences.push(`${name}: the policy is another one: ${said}`);
    if (answer.headers.get('x-content-type-options') !== 'nosniff') differences.push(`${name}: nosniff is missing`);
    for (const script of scriptsOf(html)) if (!known.has(script)) differences.push(`${name}: ${script} is in no list`);
  }
  for (const { path, integrity, kind } of files) {
    const answer = await fetch((kind === 'card-fields' ? shop.cardFields : shop.checkout) + path);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (!answer.ok || integrityOf(bytes) !== integrity) differences.push(`${path} is not what was built`);
  }
  return { pages: pages.length, scripts: files.length, differences };
}
