import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readStoredBuyer, storeBuyer } from './stored-buyer.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('the lead form remembers the buyer only', () => {
  const typed = { country: 'BR', name: 'Ana Lima', email: 'ana@site.com', phone: '(11) 96123-4567' };
  storeBuyer({ ...typed, birthDate: '01/02/2010', document: '390.533.447-05', marketing: 'yes' });
  expect([...kept.keys()]).toEqual(['dataForm']);
  expect(JSON.parse(kept.get('dataForm') ?? '')).toEqual(typed);
  expect(readStoredBuyer()).toEqual(typed);
});

test.each([
  [undefined, {}],
  ['null', {}],
  ['"Ana"', {}],
  ['{"name":7,"email":"ana@site.com","document":"390.533.447-05"}', { email: 'ana@site.com' }],
])('%s is read as %j', (text, buyer) => {
  if (text !== undefined) kept.set('dataForm', text);
  expect(readStoredBuyer()).toEqual(buyer);
});
