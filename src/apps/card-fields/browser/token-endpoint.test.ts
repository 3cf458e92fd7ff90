import { describe, expect, test } from 'vitest';
import type { TokenEndpoint } from '#src/kernel/crypto/card-tokenization.ts';
import { fetchToken, filled } from './token-endpoint.ts';

const card = {
  number: '4111111111111111',
  holder: 'ANA QUISPE',
  expiryMonth: 3,
  expiryYear: 2028,
  securityCode: '123',
  email: 'ana@example.com',
};
const endpoint: TokenEndpoint = {
  kind: 'token-endpoint',
  url: 'https://tokens.example/v1/tokens',
  headers: { authorization: 'Bearer public' },
  body: {
    kind: 'card',
    card: { number: '{number}', until: ['{month}', '{year}'] },
    code: '{code}',
    who: '{email}',
    n: 1,
  },
  tokenMember: 'id',
};

function answering(status: number, body: string, seen: RequestInit[] = []): typeof fetch {
  return async (_, request) => {
    seen.push(request ?? {});
    return new Response(body, { status });
  };
}

test('a body is filled where it names a part of the card, and nowhere else', () => {
  expect(filled(endpoint.body, card)).toEqual({
    kind: 'card',
    card: { number: '4111111111111111', until: ['03', '2028'] },
    code: '123',
    who: 'ana@example.com',
    n: 1,
  });
  expect(filled({ '{number}': 'a {number} inside' }, card)).toEqual({ '{number}': 'a {number} inside' });
});

describe('the gateway’s answer', () => {
  test('is its token, and the request tells nothing beside the card', async () => {
    const seen: RequestInit[] = [];
    expect(await fetchToken(card, endpoint, answering(201, '{"id":"tkn_test_abcdefgh"}', seen))).toEqual({
      token: 'tkn_test_abcdefgh',
    });
    expect(seen).toMatchObject([
      {
        method: 'POST',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        headers: { authorization: 'Bearer public', 'content-type': 'application/json' },
      },
    ]);
  });

  test.each([
    [400, '{"code":"invalid_number"}', 'refused'],
    [422, '{}', 'refused'],
    [401, '{}', 'unavailable'],
    [429, '{}', 'unavailable'],
    [500, '{}', 'unavailable'],
    [201, 'no JSON', 'unavailable'],
    [201, '{"id":7}', 'unavailable'],
    [201, 'null', 'unavailable'],
  ])('%i %s is %s', async (status, body, problem) => {
    expect(await fetchToken(card, endpoint, answering(status, body))).toEqual({ problem });
  });

  test('that never comes is no answer about the card', async () => {
    const broken: typeof fetch = () => Promise.reject(new TypeError('network'));
    expect(await fetchToken(card, endpoint, broken)).toEqual({ problem: 'unavailable' });
  });
});
