import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pages, steps } from '#src/apps/checkout/registry.generated.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accessPage } from './access-page.ts';
import { accessTable, namesOf } from './access-table.ts';
import { registeredRoutes } from './registered-routes.server.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const docs = path.resolve(import.meta.dirname, '../../docs/access.md');

describe('who may call what', () => {
  test('is said for every route that is registered, and for no other', async () => {
    const registered = namesOf(await registeredRoutes(database));
    expect(registered.length).toBeGreaterThan(100);
    expect(registered.filter((name) => accessTable[name] === undefined)).toEqual([]);
    expect(Object.keys(accessTable).filter((name) => !registered.includes(name))).toEqual([]);
  });

  test('names the act that an operator needs, for every route of staff and for no other', async () => {
    const acts = new Map<string, string>();
    await registeredRoutes(database, acts);
    const staff = Object.entries(accessTable).flatMap(([name, { may }]) => (may === 'operator' ? [name] : []));
    expect(staff.filter((name) => !acts.has(name))).toEqual([]);
    expect([...acts.keys()].filter((name) => !staff.includes(name))).toEqual([]);
    for (const name of staff) expect(accessTable[name]?.act).toBe(acts.get(name));
  });

  test('fails for a route that nobody listed', () => {
    const names = namesOf([
      'GET /new',
      'POST /new',
      ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((m) => `${m} /page`),
    ]);
    expect(names).toEqual(['GET /new', 'POST /new', 'PAGE /page']);
    expect(names.filter((name) => accessTable[name] === undefined)).toEqual(names);
  });

  test('asks about A’s own wherever a route is not for anyone', () => {
    const silent = Object.entries(accessTable).filter(
      ([, { may, probes }]) =>
        !['anyone', 'self', 'test', 'collector', 'staff or test'].includes(may) && (probes ?? []).length === 0,
    );
    // The way into a course has no id in its address: what it opens is asked of the browser.
    expect(silent.map(([name]) => name)).toEqual(['PAGE /access']);
  });

  test('says of every page that takes a form what could be named in it', () => {
    const forms = Object.values({ ...pages, ...steps }).flatMap(({ methods, paths }) =>
      methods !== 'any' && methods.includes('POST') ? paths.map((address) => `PAGE ${address}`) : [],
    );
    expect(forms.length).toBeGreaterThan(40);
    const silent = forms.filter((name) => {
      const { form, probes = [] } = accessTable[name] ?? {};
      return form === undefined && probes.length === 0;
    });
    // What a letter is asked for by takes an address; the others are the test environment's own, and the way in.
    expect(silent).toEqual(['PAGE /access', 'PAGE /my-purchases', 'PAGE /samples', 'PAGE /staging']);
  });

  test('is asked by somebody who may, wherever there is anything to ask', () => {
    const unasked = Object.entries(accessTable).filter(
      ([, { probes = [], noYes }]) =>
        probes.length > 0 && noYes === undefined && !probes.some(({ by }) => by.length > 0),
    );
    expect(unasked.map(([name]) => name)).toEqual([]);
  });

  test('is published as docs/access.md', () => {
    expect(readFileSync(docs, 'utf8')).toBe(accessPage());
  });
});
