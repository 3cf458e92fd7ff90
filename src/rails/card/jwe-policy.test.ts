import { CompactEncrypt, exportJWK, generateKeyPair } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CryptoKey, JWK } from 'jose';
import { checkHeader, checkTokenAge, checkTokenHeader, isCanonicalBase64Url } from './jwe-policy.ts';
import { decryptCompact, openToken } from './jwe-open.server.ts';

const now = new Date('2026-11-20T12:00:00Z');
const issuedAt = now.getTime() / 1000;
let publicKey: CryptoKey;
let key: JWK;

beforeAll(async () => {
  const pair = await generateKeyPair('RSA-OAEP-256', { extractable: true });
  publicKey = pair.publicKey;
  key = { ...(await exportJWK(pair.privateKey)), kid: 'k1' };
});

async function sealed(payload: unknown, header: Record<string, unknown> = {}): Promise<string> {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: 'k1', cty: 'json', ...header })
    .encrypt(publicKey);
}

describe('header', () => {
  const good = { alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: 'k1' };

  test('takes the one pair of algorithms and a key that we have', () => {
    expect(checkHeader(good, ['k0', 'k1'])).toEqual({ ok: true, value: { kid: 'k1' } });
    expect(checkHeader({ ...good, kid: 'old' }, ['k1'])).toEqual({ ok: false, error: 'token-key-unknown' });
  });

  test.each([
    { ...good, alg: 'none' },
    { ...good, alg: 'RSA-OAEP' },
    { ...good, alg: 'RSA1_5' },
    { ...good, alg: 'dir' },
    { ...good, enc: 'A128GCM' },
    { ...good, zip: 'DEF' },
    { ...good, crit: ['exp'] },
    { ...good, jwk: {} },
    { alg: good.alg, enc: good.enc },
    { ...good, kid: 7 },
    null,
    'text',
  ])('%o is refused', (header) => {
    expect(checkHeader(header, ['k1'])).toEqual({ ok: false, error: 'token-refused' });
  });

  test.each(['', 'a.b.c.d', 'a.b.c.d.e', 'AA..AA.AA.AA', 'eyJhIjox.AA.AA.AA.AA', `${'A'.repeat(5000)}.AA.AA.AA.AA`])(
    '%j is refused',
    (compact) => {
      expect(checkTokenHeader(compact, ['k1'])).toEqual({ ok: false, error: 'token-refused' });
    },
  );

  test('base64url has one canonical form', () => {
    expect(isCanonicalBase64Url('AQ')).toBe(true);
    expect(isCanonicalBase64Url('AR')).toBe(false);
    expect(isCanonicalBase64Url('AAE')).toBe(true);
    expect(isCanonicalBase64Url('AAF')).toBe(false);
    expect(isCanonicalBase64Url('A')).toBe(false);
    expect(isCanonicalBase64Url('A+')).toBe(false);
  });
});

test('a token lives five minutes and may run a minute ahead', () => {
  expect(checkTokenAge(issuedAt - 300, now).ok).toBe(true);
  expect(checkTokenAge(issuedAt - 301, now)).toEqual({ ok: false, error: 'token-expired' });
  expect(checkTokenAge(issuedAt + 60, now).ok).toBe(true);
  expect(checkTokenAge(issuedAt + 61, now)).toEqual({ ok: false, error: 'token-refused' });
  expect(checkTokenAge(Number.NaN, now)).toEqual({ ok: false, error: 'token-refused' });
});

describe('opening', () => {
  test('gives what was sealed', async () => {
    expect(await openToken(await sealed({ number: '4', iat: issuedAt }), [key], now)).toEqual({
      ok: true,
      value: { number: '4', iat: issuedAt },
    });
  });

  test.each([
    ['old', { iat: issuedAt - 301 }, {}, 'token-expired'],
    ['without a time', { number: '4' }, {}, 'token-refused'],
    ['a list', [issuedAt], {}, 'token-refused'],
    ['not JSON', 'iat', {}, 'token-refused'],
    ['for another key', { iat: issuedAt }, { kid: 'k2' }, 'token-key-unknown'],
    ['by another cipher', { iat: issuedAt }, { enc: 'A128GCM' }, 'token-refused'],
  ])('%s is refused', async (_, payload, header, problem) => {
    expect(await openToken(await sealed(payload, header), [key], now)).toEqual({ ok: false, error: problem });
  });

  test('no character can be changed, not even in bits that decoders ignore', async () => {
    const token = await sealed({ iat: issuedAt });
    const changed = [0, 20, 60, 200, token.length - 30, token.length - 2, token.length - 1].map((at) => {
      const others = ['A', 'B', 'Q', '_'].filter((other) => other !== token.charAt(at));
      return others.map((other) => `${token.slice(0, at)}${other}${token.slice(at + 1)}`);
    });
    const opened = await Promise.all(changed.flat().map((text) => openToken(text, [key], now)));
    expect(opened.filter(({ ok }) => ok)).toEqual([]);
    expect(opened.length).toBeGreaterThan(20);
  });

  test('a wrong key is refused in the same words as a broken token', async () => {
    const other = await generateKeyPair('RSA-OAEP-256', { extractable: true });
    const foreign = { ...(await exportJWK(other.privateKey)), kid: 'k1' };
    expect(await openToken(await sealed({ iat: issuedAt }), [foreign], now)).toEqual({
      ok: false,
      error: 'token-refused',
    });
    const algorithms = { keyManagement: ['RSA-OAEP-256'], contentEncryption: ['A256GCM'] };
    expect(await decryptCompact('a.b.c.d.e', key, algorithms)).toEqual({ ok: false, error: 'token-refused' });
  });
});
