import { describe, expect, test } from 'vitest';
import { readEnv } from '../../server/env.server.ts';

function proxiesOf(text: string | undefined): readonly string[] | 'refused' {
  const read = readEnv({ APP_ENV: 'test', TRUSTED_PROXIES: text });
  if (read.ok) return read.value.trustedProxies;
  expect(read.error.map(({ variable }) => variable)).toEqual(['TRUSTED_PROXIES']);
  return 'refused';
}

describe('TRUSTED_PROXIES', () => {
  test('names addresses and networks of ours; nobody is trusted without it', () => {
    expect(proxiesOf(undefined)).toEqual([]);
    expect(proxiesOf(' 10.0.0.0/8 ,2001:db8::/32, 127.0.0.1')).toEqual(['10.0.0.0/8', '2001:db8::/32', '127.0.0.1']);
  });

  test.each([
    'true',
    '*',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    'proxy.example',
    '10.0.0.1,',
    '1'.repeat(9_999),
  ])('refuses %s', (text) => expect(proxiesOf(text)).toBe('refused'));
});
