import { expect, test } from 'vitest';
import { isChallenge, redirectUrlOf } from './next-action.ts';

test('a bank challenge is not a provider’s page', () => {
  const question = { kind: 'challenge', url: 'https://bank.example/acs', fields: {} };
  const page = { kind: 'redirect', url: 'https://wallet.example/pay', fields: {} };
  expect([isChallenge(null), isChallenge(question), isChallenge(page)]).toEqual([false, true, false]);
  expect([redirectUrlOf(null), redirectUrlOf(question), redirectUrlOf(page)]).toEqual([null, null, page.url]);
});

test('a redirect only accepts web addresses', () => {
  expect(redirectUrlOf({ kind: 'redirect', url: 'javascript:alert(1)', fields: {} })).toBeNull();
  for (const url of [
    7,
    ['https://wallet.example/'],
    'javascript:open("https://wallet.example/")',
    ' https://a.example/',
  ])
    expect(redirectUrlOf({ kind: 'redirect', url })).toBeNull();
  expect(redirectUrlOf({ kind: 'redirect', url: 'http://127.0.0.1/pay' })).toBe('http://127.0.0.1/pay');
});
