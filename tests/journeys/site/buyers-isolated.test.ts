/** @module-tag deep */
import { beforeAll, expect, test } from 'vitest';
import { wordsOf } from '#tests/access/probe-routes.ts';
import { idleRows } from '#tests/access/written-rows.server.ts';
import { sharedProduct } from '#tests/support/browser/journey.ts';
import {
  createOwner,
  startedHere,
  type Owner,
  soldHere,
  twoBuyers,
} from '#tests/support/fixtures/two-buyers.server.ts';
import { openPool } from '#tests/support/processes/product-database.server.ts';
import { Visitor } from '#tests/support/http/visitor.ts';
import type { WireAnswer } from '#tests/support/http/raw-http.ts';

/** How many pages are asked for at the same time. */
const pagesAtOnce = 300;

interface Asker {
  readonly who: string;
  readonly paths: readonly string[];
  readonly visitor: Visitor;
}

let owners: readonly [Owner, Owner];
let askers: readonly Asker[];
beforeAll(async () => {
  const product = await sharedProduct();
  const [a, b] = twoBuyers();
  owners = await Promise.all([
    createOwner(product, { ...a, from: '127.0.22.1' }),
    createOwner(product, { ...b, from: '127.0.22.2' }),
  ]);
  // Letters and proofs that follow from a purchase would change its pages in the middle, and more than once.
  const pool = await openPool(product);
  const words = owners.flatMap(({ ids, email }) => [...Object.values(ids), email]);
  await idleRows(product, pool, words);
  await pool.end();
  const strangers = ['wup', 'ms', 'conquer', 'teens'].map((product_, index) => ({
    who: `a stranger at ${product_}`,
    paths: [`/lead?product=${product_}`, `/generic-error?product=${product_}`],
    visitor: new Visitor(product.checkout, `127.0.22.${index + 10}`),
  }));
  askers = [
    ...owners.map((owner) => ({ who: owner.name, paths: ownPages(owner), visitor: owner.visitor })),
    ...strangers,
  ];
});

/** What a buyer sees of themselves, under two brands. */
function ownPages({ ids }: Owner): readonly string[] {
  return [
    `/success?${soldHere.query}`,
    `/payment?${startedHere.query}`,
    `/lead?${startedHere.query}`,
    `/my-purchases/${ids.page}?${soldHere.query}`,
    `/my-purchases/${ids.page}/data?${soldHere.query}`,
    `/withdraw/${ids.withdrawal}?${soldHere.query}`,
    `/renew/${ids.subscription}?${startedHere.query}&flowId=renew`,
    `/payment/${ids.invoice}?${startedHere.query}&flowId=invoice`,
    `/api/v1/order/${ids.order}/status`,
  ];
}

/** A page without what is new each time: the nonce. */
function lasting({ status, headers, body }: WireAnswer): string {
  const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
  const text = body.toString();
  return `${status} ${headers.location ?? ''}\n${nonce === undefined ? text : text.replaceAll(nonce, 'nonce')}`;
}

test('S-10 hundreds of pages of two buyers, two strangers and four brands at once: each is what it is alone', async () => {
  const requests = askers.flatMap(({ who, paths, visitor }) => paths.map((path) => ({ who, path, visitor })));
  const askAlone = async (): Promise<ReadonlyMap<string, string>> => {
    const pages = new Map<string, string>();
    for (const { who, path, visitor } of requests)
      pages.set(`${who} ${path}`, lasting(await visitor.copy().ask('GET', path)));
    return pages;
  };
  const before = await askAlone();
  const complaints: string[] = [];
  const together: { readonly about: string; readonly page: string }[] = [];
  await Promise.all(
    Array.from({ length: pagesAtOnce }, async (_, index) => {
      // Nine of the 26 pages are each buyer's: neighbours in time are never of the same person.
      const options = requests[(index * 9) % requests.length];
      if (!options) return;
      const answer = await options.visitor.copy().ask('GET', options.path);
      const about = `${options.who} ${options.path}`;
      together.push({ about, page: lasting(answer) });
      for (const other of owners)
        if (other.name !== options.who && wordsOf(other, answer).length > 0)
          complaints.push(`${about} says ${wordsOf(other, answer).join(', ')}`);
      if (answer.status === 200 && !/^(?:private|no-store)/.test(answer.headers['cache-control'] ?? ''))
        complaints.push(`${about} may be kept: ${String(answer.headers['cache-control'])}`);
    }),
  );
  // A letter may be sent or an order of the minute end while this goes on: a page is what it was before, or is after.
  const after = await askAlone();
  for (const { about, page } of together)
    if (page !== before.get(about) && page !== after.get(about)) complaints.push(`${about} is another page`);
  expect(complaints).toEqual([]);
  // What would be found if it were there: their own pages do speak of them.
  for (const { who, paths, visitor } of askers.slice(0, 2)) {
    const own = owners.find(({ name }) => name === who);
    const received = await Promise.all(paths.map((path) => visitor.copy().ask('GET', path)));
    expect(own && received.filter((answer) => wordsOf(own, answer).length > 0).length).toBeGreaterThan(3);
  }
});
