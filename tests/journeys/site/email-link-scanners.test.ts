/** @module-tag deep */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueMagicLink } from '#src/domain/customers/magic-links/index.server.ts';
import type { Database } from '#src/domain/database/index.server.ts';
import { erasureSubject } from '#src/domain/privacy/index.server.ts';
import { createKysely } from '#src/kernel/db/pool.server.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import { productNow } from '#tests/support/clock/product-clock.ts';
import { changed, idleRows, stableRows } from '#tests/access/written-rows.server.ts';
import { sharedProduct } from '#tests/support/browser/journey.ts';
import type { Product } from '#tests/support/processes/product.server.ts';
import {
  createOwner,
  accountQuery,
  type Owner,
  soldHere,
  twoBuyers,
} from '#tests/support/fixtures/two-buyers.server.ts';
import { openPool } from '#tests/support/processes/product-database.server.ts';
import { Visitor } from '#tests/support/http/visitor.ts';

interface Letters {
  readonly owner: Owner;
  readonly reminder: string;
  /** The secret of a link to this. */
  readonly secret: (subject: string) => Promise<string>;
}

/** Every address that letters and texts bring, as it is written where they are made. */
const addresses: Readonly<Record<string, (emails: Letters) => Promise<string> | string>> = {
  '/access?t=': ({ owner }) => `/access?t=${owner.ids.access}`,
  '/withdraw/': ({ owner: { ids, secrets } }) =>
    `/withdraw/${ids.withdrawal}?${soldHere.query}&t=${secrets.withdrawal}`,
  '/my-purchases/': ({ owner: { ids, secrets } }) => `/my-purchases/${ids.page}?${soldHere.query}&t=${secrets.page}`,
  '/my-purchases/ /erase': async ({ owner: { ids }, secret }) =>
    `/my-purchases/${ids.page}/erase?${soldHere.query}&t=${await secret(erasureSubject(ids.page))}`,
  '/recovery/': ({ owner: { ids, secrets } }) => `/recovery/${ids.recovery}?${accountQuery}&t=${secrets.recovery}`,
  '/payment/': ({ owner: { ids, secrets } }) =>
    `/payment/${ids.invoice}?${accountQuery}&flowId=invoice&t=${secrets.invoice}`,
  '/renew/': ({ owner: { ids, secrets } }) =>
    `/renew/${ids.subscription}?${accountQuery}&flowId=renew&t=${secrets.subscription}`,
  '/reminders/': async ({ reminder, secret }) => `/reminders/${reminder}?${accountQuery}&t=${await secret(reminder)}`,
  '/api/v1/reminders/ /stop': async ({ reminder, secret }) =>
    `/api/v1/reminders/${reminder}/stop?t=${await secret(reminder)}`,
  // Links of an e-mail as staff read it: without a secret.
  '/access': () => '/access',
  '/my-purchases': () => '/my-purchases',
};
/** What sellers and members of a school send by hand. */
const sentByHand: typeof addresses = {
  'an offer': ({ owner: { ids, secrets } }) =>
    `/custom-offer?${accountQuery}&customOffer=${ids.offer}&t=${secrets.offer}`,
  'an upgrade': ({ owner: { ids, secrets } }) =>
    `/payment/upgrade?${accountQuery}&flowId=upgrade&enrollmentSubscriptionId=${ids.upgrade}&t=${secrets.upgrade}`,
};

let product: Product;
let emails: Letters;
let pool: Pool;
let words: readonly string[];
beforeAll(async () => {
  product = await sharedProduct();
  pool = await openPool(product);
  const [who] = twoBuyers();
  const owner = await createOwner(product, { ...who, from: '127.0.21.7' });
  const now = await productNow(product);
  const ctx = { db: createKysely<Database>(pool), clock: { now: () => now } };
  const reminder = newId('abd');
  await pool.query(
    `insert into abandonments (id, session_id, purchase_key, brand, email_hash, began_at, next_step, next_at)
     select $1, s.id, $1, s.brand, $1, now(), 1, now() + interval '10 years'
     from checkout_sessions s join orders o on o.session_id = s.id where o.id = $2`,
    [reminder, owner.ids.openOrder],
  );
  emails = { owner, reminder, secret: (subject) => issueMagicLink(ctx, ctx.db, subject) };
  words = [...Object.values(owner.ids), owner.email, reminder];
});
afterAll(() => pool.end());

test('every address of an e-mail is scanned here', () => {
  const root = path.resolve(import.meta.dirname, '../../../src/apps/worker/emails');
  const written = globSync('**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const made = [...text.matchAll(/(?:new URL\(`|publicOrigin\}|: ')(\/[a-z0-9/-]+(?:\?t=)?)(\$\{[^`]*)?/g)];
    const pages = [...text.matchAll(/'(\/(?:payment|recovery))'/g)].map(([, start = '']) => `${start}/`);
    const ends = made.flatMap(([, start = '', rest = '']) => {
      const end = /\}(\/[a-z]+)$/.exec(rest)?.[1] ?? /'(\/[a-z]+)'/.exec(rest)?.[1];
      if (end === undefined) return [start];
      return rest.includes("'") ? [start, `${start} ${end}`] : [`${start} ${end}`];
    });
    return [...ends.filter((one) => !/^\/(?:payment|recovery)$/.test(one)), ...pages];
  });
  expect([...new Set(written)].toSorted()).toEqual(Object.keys(addresses).toSorted());
});

/** Looks as scanners of mail do: before and instead of its reader, with and without cookies, and on to where it leads. */
async function scan(link: string): Promise<string[]> {
  const complaints: string[] = [];
  const ways: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['HEAD', {}],
    ['GET', { purpose: 'prefetch', 'sec-purpose': 'prefetch;prerender' }],
    ['GET', { 'user-agent': 'SafeLinks' }],
    ['GET', {}],
  ];
  for (const [method, headers] of ways) {
    const scanner = new Visitor(emails.owner.visitor.origin, '127.0.21.8');
    for (let [at, hops]: [string | null, number] = [link, 0]; at !== null && hops < 4; hops += 1) {
      const answer = await scanner.ask(method, at, { headers });
      if (answer.status >= 500) complaints.push(`${method} ${at}: ${answer.status}`);
      const to: string | undefined = answer.headers.location;
      at = to === undefined ? null : new URL(to, scanner.origin).href.slice(scanner.origin.length);
    }
    scanner.close();
  }
  return complaints;
}

test('a scan of any link changes nothing stored of its reader', async () => {
  const links = await Promise.all(
    Object.values({ ...addresses, ...sentByHand }).map(async (addressOf) => addressOf(emails)),
  );
  const before = await idleRows(product, pool, words);
  expect(before.length).toBeGreaterThan(10);
  expect((await Promise.all(links.map(scan))).flat()).toEqual([]);
  expect(changed(before, await stableRows(pool, words))).toEqual([]);
});

test('a scanned link still lets its reader in, twice, and from another machine', async () => {
  for (const addressOf of [addresses['/access?t='], addresses['/recovery/'], addresses['/reminders/']]) {
    const link = (await addressOf?.(emails)) ?? '';
    for (const from of ['127.0.21.9', '127.0.21.10']) {
      const reader = new Visitor(emails.owner.visitor.origin, from);
      expect((await reader.ask('GET', await reader.led('GET', link))).status).toBe(200);
      reader.close();
    }
  }
});

test('a pressed button does what the scan did not', async () => {
  const link = (await addresses['/reminders/']?.(emails)) ?? '';
  const reader = new Visitor(emails.owner.visitor.origin, '127.0.21.9');
  const page = await reader.led('GET', link);
  await reader.led('POST', page, { form: {} });
  reader.close();
  const { rows } = await pool.query('select ended_by from abandonments where id = $1', [emails.reminder]);
  expect(rows).toEqual([{ ended_by: 'stopped' }]);
});
