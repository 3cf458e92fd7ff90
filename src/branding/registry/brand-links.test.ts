import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Brand } from '../brand.types.ts';
import { loadBrands } from './load-brands.server.ts';

const dir = path.resolve(import.meta.dirname, '../../../brands');

function brandsIn(environment: 'test' | 'homolog' | 'production'): ReadonlyMap<string, Brand> {
  const loaded = loadBrands({ dir, environment, sandboxOrigin: 'http://127.0.0.1:3002' });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.error));
  return loaded.value.byId;
}

const [inTest, inHomolog, inProduction] = [brandsIn('test'), brandsIn('homolog'), brandsIn('production')];
const names = ['domain', 'firstAccess', 'terms', 'politics', 'faq'] as const;

describe('every brand has its links in each environment', () => {
  test.each([...inTest.keys()])('%s', (id) => {
    const [here, rehearsal, real] = [inTest, inHomolog, inProduction].map((brands) => brands.get(id)?.links);
    if (!here || !rehearsal || !real) throw new Error(`${id} is not everywhere`);
    for (const name of names) {
      expect(new Set([here[name], rehearsal[name], real[name]]).size).toBe(3);
      expect(new URL(rehearsal[name]).protocol).toBe('https:');
      expect(new URL(rehearsal[name]).hostname).toContain('homolog');
      expect(new URL(real[name]).protocol).toBe('https:');
      expect(new URL(real[name]).hostname).not.toMatch(/homolog|test|localhost/);
    }
    // What the first access says of itself is the same everywhere; the token is put beside it.
    const queries = [here, rehearsal, real].map(({ firstAccess }) => new URL(firstAccess).search);
    expect(new Set(queries).size).toBe(1);
    expect(new URL(here.firstAccess).searchParams.has('token')).toBe(false);
  });

  test('the students of Mozambique set a password first, in each of them', () => {
    for (const brands of [inTest, inHomolog, inProduction])
      expect(new URL(brands.get('meusucesso.mz')?.links.firstAccess ?? '').pathname).toMatch(/\/set-password$/);
  });

  test('some say source, mode=CONFIRMATION and origin=checkout', () => {
    const saying = [...inProduction.values()].filter(({ links }) => {
      const { searchParams } = new URL(links.firstAccess);
      return (
        searchParams.get('source') === 'checkout' &&
        searchParams.get('mode') === 'CONFIRMATION' &&
        searchParams.get('origin') === 'checkout'
      );
    });
    expect(saying.map(({ id }) => id)).toEqual(expect.arrayContaining(['wise-up.online', 'medcof']));
    expect(saying.length).toBeLessThan(inProduction.size);
  });
});
