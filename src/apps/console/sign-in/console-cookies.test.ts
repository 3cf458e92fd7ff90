import { afterEach, expect, test, vi } from 'vitest';
import { deriveKey } from '#src/kernel/crypto/derive-key.server.ts';
import { consoleCookies } from './console-cookies.server.ts';

afterEach(() => vi.useRealTimers());

const key = deriveKey('a secret of the tests', 'console sign-in');
const cookies = consoleCookies(key, true);
const token = 'a'.repeat(43);
const underWay = { state: 's', nonce: 'n', verifier: 'v', to: '/', renews: null, firstLink: null };
const sent = (line: string): string => line.split(';')[0] ?? '';

test('over HTTPS both cookies of the console are of this host alone, for no script, and come back from the directory', () => {
  for (const line of [cookies.setSession(token), cookies.setSignIn(underWay)]) {
    expect(line).toMatch(/^__Host-matricula-console/);
    const parts = line.toLowerCase().split('; ');
    expect(parts).toEqual(expect.arrayContaining(['path=/', 'httponly', 'secure', 'samesite=lax']));
    expect(line).not.toMatch(/domain=/i);
  }
});

test('a session cookie that another host of the domain could set opens nothing', () => {
  expect(cookies.sessionToken(sent(cookies.setSession(token)))).toBe(token);
  for (const header of [
    `matricula-console=${token}`,
    `__Secure-matricula-console=${token}`,
    `__Host-matricula-console=x`,
  ])
    expect(cookies.sessionToken(header)).toBeNull();
});

test('a sign-in cookie that was sealed elsewhere, changed, or is older than ten minutes is none', () => {
  const own = sent(cookies.setSignIn(underWay));
  expect(cookies.signIn(own)).toMatchObject(underWay);
  const other = consoleCookies(deriveKey('another secret', 'console sign-in'), true);
  expect(cookies.signIn(sent(other.setSignIn(underWay)))).toBeNull();
  expect(cookies.signIn(`${own.slice(0, -4)}AAAA`)).toBeNull();
  expect(cookies.signIn(own.replace('__Host-', ''))).toBeNull();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_001 });
  expect(cookies.signIn(own)).toBeNull();
});
