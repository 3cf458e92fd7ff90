import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { describe, expect, test } from 'vitest';
import { gatewayKeys, usableKeys } from './gateway-keys.server.ts';

async function published(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('RSA-OAEP-256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid, use: 'enc', alg: 'RSA-OAEP-256' };
  return { jwk, secret: await exportJWK(privateKey), pin: await calculateJwkThumbprint(jwk, 'sha256') };
}

/** A gateway with given answers and a manual clock. */
function stage() {
  const state = { body: '{}', status: 200, down: false, asked: 0, time: 0 };
  const fetchKeys: typeof fetch = async () => {
    state.asked += 1;
    await Promise.resolve();
    if (state.down) throw new TypeError('fetch failed');
    return new Response(state.body, { status: state.status });
  };
  return { state, options: { url: 'http://gateway.test/jwks', fetch: fetchKeys, elapsed: () => state.time } };
}

describe('usableKeys', () => {
  test('passes on the public members only, even of a set that was published with its secrets', async () => {
    const { jwk, secret } = await published('a');
    expect(await usableKeys({ keys: [{ ...jwk, ...secret, kid: 'a' }] })).toEqual([
      { kid: 'a', kty: 'RSA', use: 'enc', alg: 'RSA-OAEP-256', n: jwk.n, e: jwk.e },
    ]);
  });

  test('takes only pinned keys when pins are given', async () => {
    const [mine, stranger] = await Promise.all([published('mine'), published('stranger')]);
    const set = { keys: [stranger.jwk, mine.jwk] };
    expect((await usableKeys(set, [mine.pin])).map((key) => key.kid)).toEqual(['mine']);
    expect(await usableKeys(set, ['x'])).toEqual([]);
    expect(await usableKeys(set, [])).toEqual([]);
  });

  test.each<[string, object]>([
    ['a signing key', { use: 'sig' }],
    ['another algorithm', { alg: 'RSA-OAEP' }],
    ['another type', { kty: 'EC' }],
    ['a short modulus', { n: 'AQAB'.repeat(43) }],
    ['no kid', { kid: undefined }],
  ])('leaves out %s', async (_, change) => {
    const { jwk } = await published('a');
    expect(await usableKeys({ keys: [{ ...jwk, ...change }] })).toEqual([]);
  });

  test.each([null, 7, 'keys', {}, { keys: {} }, { keys: [null, 1, []] }])('reads nothing from %j', async (set) => {
    expect(await usableKeys(set)).toEqual([]);
  });
});

describe('gatewayKeys', () => {
  test('asks once a minute, however many pages ask', async () => {
    const { state, options } = stage();
    state.body = JSON.stringify({ keys: [(await published('a')).jwk] });
    const keys = gatewayKeys(options);
    const answers = await Promise.all(Array.from({ length: 50 }, () => keys.current(false)));
    expect(answers.every((answer) => answer[0]?.kid === 'a')).toBe(true);
    expect(state.asked).toBe(1);
    state.time = 59_000;
    await keys.current(false);
    expect(state.asked).toBe(1);
    state.time = 61_000;
    await keys.current(false);
    expect(state.asked).toBe(2);
  });

  test('a page that met an unknown key asks past the cache, but cannot make it a flood', async () => {
    const { state, options } = stage();
    state.body = JSON.stringify({ keys: [(await published('old')).jwk] });
    const keys = gatewayKeys(options);
    await keys.current(false);
    state.body = JSON.stringify({ keys: [(await published('new')).jwk] });
    state.time = 6_000;
    expect((await keys.current(true))[0]?.kid).toBe('new');
    for (let again = 0; again < 20; again += 1) await keys.current(true);
    expect(state.asked).toBe(2);
  });

  test('while the gateway is down its last keys serve ten minutes, then none', async () => {
    const { state, options } = stage();
    state.body = JSON.stringify({ keys: [(await published('a')).jwk] });
    const keys = gatewayKeys(options);
    await keys.current(false);
    state.down = true;
    state.time = 300_000;
    expect((await keys.current(false))[0]?.kid).toBe('a');
    state.time = 600_001;
    expect(await keys.current(false)).toEqual([]);
  });

  test.each([
    ['an error', '{}', 500],
    ['no JSON', '<html>', 200],
    ['a flood', `{"keys":[],"pad":"${'x'.repeat(40_000)}"}`, 200],
  ])('answers with nothing on %s, and recovers', async (_, body, status) => {
    const { state, options } = stage();
    state.body = body;
    state.status = status;
    const keys = gatewayKeys(options);
    expect(await keys.current(false)).toEqual([]);
    state.body = JSON.stringify({ keys: [(await published('a')).jwk] });
    state.status = 200;
    state.time = 1_500;
    expect((await keys.current(false))[0]?.kid).toBe('a');
  });
});
