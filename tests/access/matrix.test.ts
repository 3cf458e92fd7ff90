import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedProduct } from '#tests/support/browser/journey.ts';
import type { Product } from '#tests/support/processes/product.server.ts';
import { newOfferHere, linksOfOwner } from '#tests/support/fixtures/linked-resources.server.ts';
import { bankSlipsOfOwner } from '#tests/support/fixtures/bank-slip-buyer.server.ts';
import { createOwner, startedHere, twoBuyers, unitLink } from '#tests/support/fixtures/two-buyers.server.ts';
import { openPool } from '#tests/support/processes/product-database.server.ts';
import type { Pool } from 'pg';
import { accessTable } from './access-table.ts';
import type { MatrixUsers, Probe } from './access.types.ts';
import { asActor, isOneOf, put, rejectedActors, visitorsOf, wordsOf } from './probe-routes.ts';
import { formsNaming, formTable } from './form.table.ts';
import { namesResource, separatorOf, mentionedIn, placeholdersFor } from './placeholder-values.ts';
import { namedInQuery } from './public-page.table.ts';
import { changed, idleRows, rowsOf } from './written-rows.server.ts';

let product: Product;
let pool: Pool;
let users: MatrixUsers;
let visitors: ReturnType<typeof visitorsOf>;
let before: readonly string[];
beforeAll(async () => {
  product = await sharedProduct();
  pool = await openPool(product);
  const [one, other] = twoBuyers();
  const a = await createOwner(product, one);
  const b = await createOwner(product, other);
  users = {
    ...{ a, b },
    more: await linksOfOwner(product, pool, a),
    extraOfB: await linksOfOwner(product, pool, b),
    unit: await unitLink(pool, product),
    slip: await bankSlipsOfOwner(product, a),
  };
  visitors = visitorsOf(users);
  before = await idleRows(product, pool, wordsAbout(users));
});
afterAll(async () => {
  await pool.end();
});

function wordsAbout({ a, slip, more }: MatrixUsers): readonly string[] {
  const { access: _secret, ...ids } = a.ids;
  return [...Object.values(ids), ...Object.values(slip), ...Object.values(more.ids), a.email];
}

const probes: readonly (readonly [string, Probe])[] = Object.entries(accessTable).flatMap(([route, { probes: own }]) =>
  (own ?? []).map((probe) => [`${route}: ${probe.what}`, probe] as const),
);

/** What is wrong with the answers to everybody who may not have what a probe asks for. */
async function refusalsOf(probe: Probe): Promise<readonly string[]> {
  const complaints: string[] = [];
  const nothing = placeholdersFor(users);
  for (const actor of rejectedActors(probe)) {
    const ofNothing = asActor(actor, nothing, probe.ask(nothing));
    for (const [index, ask] of asActor(actor, users, probe.ask(users)).entries()) {
      const answer = await put(visitors[actor], ask);
      const about = `${actor}: ${ask.method} ${ask.path} → ${answer.status} ${answer.headers.location ?? ''}`;
      if (!isOneOf(answer, probe.noTo?.[actor] ?? probe.no)) complaints.push(about);
      const received = actor === 'brand' ? [] : wordsOf(users.a, answer);
      if (received.length > 0) complaints.push(`${about} says ${received.join(', ')}`);
      const twin = ofNothing[index];
      if (!namesResource(ask, users)) continue;
      if (!twin || namesResource(twin, users)) throw new Error(`Nothing is made up in place of ${ask.path}`);
      const parting = separatorOf(mentionedIn(answer, users), mentionedIn(await put(visitors[actor], twin), nothing));
      if (parting !== null) complaints.push(`${about} is another answer than of nothing: ${parting}`);
    }
  }
  return complaints;
}

describe('what A owns, asked for as everybody else,', () => {
  test.each(probes)('S-04 S-05 is refused, answers nothing and changes nothing: %s', async (_name, probe) => {
    expect(await refusalsOf(probe)).toEqual([]);
    expect(changed(before, await rowsOf(pool, wordsAbout(users)))).toEqual([]);
  });

  test('is shown by no page whose address names it', async () => {
    const pages = Object.keys(accessTable).flatMap((name) => /^PAGE ([^:]+)$/.exec(name)?.[1] ?? []);
    expect(pages.length).toBeGreaterThan(40);
    const complaints: string[] = [];
    for (const page of pages) {
      for (const actor of ['stranger', 'buyer', 'unit', 'operator'] as const) {
        for (const ask of asActor(actor, users, { method: 'GET', path: `${page}?${namedInQuery(users)}` })) {
          const answer = await put(visitors[actor], ask);
          const received = wordsOf(users.a, answer);
          if (answer.status >= 500 || received.length > 0)
            complaints.push(`${actor}: ${page} → ${answer.status} ${received.join(', ')}`);
        }
      }
    }
    expect(complaints).toEqual([]);
    expect(changed(before, await rowsOf(pool, wordsAbout(users)))).toEqual([]);
  });
});

describe('a form of B’s own', () => {
  const forms = Object.keys(formTable).flatMap((name) => /^PAGE (.+)$/.exec(name)?.[1] ?? []);

  test.each(forms)('takes nothing of A’s by its name, shows nothing and changes nothing: %s', async (page) => {
    const complaints: string[] = [];
    for (const actor of ['stranger', 'buyer'] as const) {
      for (const query of [newOfferHere.query, startedHere.query, `${startedHere.query}&flowId=upsell`]) {
        for (const form of formsNaming(users)) {
          const answer = await put(visitors[actor], { method: 'POST', path: `${page}?${query}`, form });
          const received = wordsOf(users.a, answer);
          if (answer.status >= 500 || received.length > 0)
            complaints.push(
              `${actor}: ${page}?${query} ${form['intent'] ?? ''} → ${answer.status} ${received.join(', ')}`,
            );
        }
      }
    }
    expect(complaints).toEqual([]);
    expect(changed(before, await rowsOf(pool, wordsAbout(users)))).toEqual([]);
  });
});

describe('who may have it', () => {
  const allowed = probes.filter(([, { by }]) => by.length > 0);
  const inOrder = [...allowed.filter(([, { isLast }]) => !isLast), ...allowed.filter(([, { isLast }]) => isLast)];

  test.each(inOrder)('has it: %s', async (_name, probe) => {
    for (const actor of probe.by) {
      for (const ask of asActor(actor, users, probe.ask(users))) {
        const answer = await put(visitors[actor], ask);
        const isRight = isOneOf(answer, [probe.yes]);
        const received = `${answer.status} ${answer.headers.location ?? ''} ${answer.body.toString().slice(0, 600)}`;
        expect(isRight ? probe.yes : received).toBe(probe.yes);
      }
    }
  });
});

describe('a control', () => {
  test('sees what a buyer’s own page says of them, and a row that changed', async () => {
    const own = await put(users.a.visitor, { method: 'GET', path: `/my-purchases/${users.a.ids.page}/data.json` });
    expect(wordsOf(users.a, own)).toContain(users.a.email);
    expect(wordsOf(users.b, own)).toEqual([]);
    expect(isOneOf(own, [404, '/my-purchases?'])).toBe(false);
    // The offer that the operator made above was not there before.
    expect(changed(before, await rowsOf(pool, wordsAbout(users))).join('\n')).toContain('+ custom_offers');
  });
});
