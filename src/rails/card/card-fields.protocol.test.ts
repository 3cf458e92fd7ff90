import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cardMessage, readFrameMessage, readPageMessage } from './card-fields.protocol.ts';
import type { FrameMessage, PageMessage } from './card-fields.protocol.ts';

const nonce = 'n'.repeat(32);
const token = 'eyJh.bCdE.f-gH._iJk.lMnO';

const fromFrame: FrameMessage[] = [
  { type: 'awake' },
  { type: 'ready', nonce },
  { type: 'resize', nonce, height: 320 },
  { type: 'change', nonce, complete: false, brand: null, last4: null },
  { type: 'change', nonce, complete: true, brand: 'american_express', last4: '0005' },
  { type: 'focus-in', nonce, field: 'security-code' },
  { type: 'focus-out', nonce },
  { type: 'submit', nonce },
  {
    type: 'token',
    nonce,
    requestId: '1',
    token,
    sealedFor: 'first',
    brand: 'visa',
    last4: '1111',
    expiry: '03/28',
    authentication: 'eyJjb21wbGV0aW9uIjoiVSJ9',
  },
  {
    type: 'token',
    nonce,
    requestId: '1',
    token: 'tkn_test_a1B2c3D4',
    sealedFor: 'second',
    brand: 'visa',
    last4: '1111',
    expiry: '03/28',
    authentication: '',
  },
  {
    type: 'token',
    nonce,
    requestId: '1',
    token,
    sealedFor: 'first',
    brand: 'american_express',
    last4: '',
    expiry: '',
    authentication: '',
  },
  { type: 'valid', nonce, requestId: '1' },
  { type: 'invalid', nonce, requestId: '1', count: 3 },
  { type: 'failed', nonce, requestId: '1', reason: 'unavailable' },
  { type: 'failed', nonce, requestId: '1', reason: 'refused' },
];
const fromPage: PageMessage[] = [
  { type: 'hello', nonce },
  { type: 'check', nonce, requestId: '1' },
  { type: 'tokenize', nonce, requestId: '1', renewKeys: true, email: null },
  { type: 'tokenize', nonce, requestId: '2', renewKeys: false, email: 'ana@example.com' },
  { type: 'focus', nonce },
  { type: 'clear', nonce },
  { type: 'bye', nonce },
];

describe('the frame’s messages', () => {
  test.each(fromFrame)('$type is read, and the page’s reader takes none of them', (message) => {
    expect(readFrameMessage(cardMessage(message))).toEqual(cardMessage(message));
    expect(readPageMessage(cardMessage(message))).toBeNull();
  });

  test.each<[string, object]>([
    ['a height as text', { type: 'resize', nonce, height: '320' }],
    ['a height out of reason', { type: 'resize', nonce, height: 1e9 }],
    ['more than four digits', { type: 'change', nonce, complete: true, brand: 'visa', last4: '41111111' }],
    [
      'a whole number in a field of its own',
      { type: 'change', nonce, complete: true, brand: 'visa', last4: '1111', number: '4111111111111111' },
    ],
    [
      'a token that is none',
      {
        type: 'token',
        nonce,
        requestId: '1',
        token: 'abc',
        sealedFor: 'a1',
        brand: 'visa',
        last4: '1111',
        expiry: '03/28',
      },
    ],
    [
      'a number in a token’s clothes',
      {
        type: 'token',
        nonce,
        requestId: '1',
        token: 'tkn_4111111111111111',
        sealedFor: 'first',
        brand: 'visa',
        last4: '1111',
        expiry: '03/28',
      },
    ],
    [
      'an endless token',
      {
        type: 'token',
        nonce,
        requestId: '1',
        token: `${'a'.repeat(5000)}.b.c.d.e`,
        sealedFor: 'first',
        brand: 'visa',
        last4: '1111',
        expiry: '03/28',
      },
    ],
    [
      'a month of 13',
      {
        type: 'token',
        nonce,
        requestId: '1',
        token,
        sealedFor: 'first',
        brand: 'visa',
        last4: '1111',
        expiry: '13/28',
      },
    ],
    ['mark-up for a brand', { type: 'change', nonce, complete: false, brand: '<b>', last4: null }],
    ['a short nonce', { type: 'ready', nonce: 'abc' }],
    ['no nonce', { type: 'ready' }],
    ['an unknown type', { type: 'steal', nonce }],
    ['a type of every object', { type: 'constructor', nonce }],
  ])('refuses %s', (_, message) => {
    expect(readFrameMessage({ ...message, protocol: 'card-fields/1' })).toBeNull();
  });
});

describe('the page’s messages', () => {
  test.each(fromPage)('$type is read, and the frame’s reader takes none of them', (message) => {
    expect(readPageMessage(cardMessage(message))).toEqual(cardMessage(message));
    expect(readFrameMessage(cardMessage(message))).toBeNull();
  });

  test('nothing without the protocol’s name', () => {
    expect(readPageMessage({ type: 'hello', nonce })).toBeNull();
    expect(readPageMessage({ type: 'hello', nonce, protocol: 'card-fields/2' })).toBeNull();
  });
});

test('no value of any shape makes a reader throw', () => {
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true, withBigInt: true }), (value) => {
      expect(readFrameMessage(value)).toBeNull();
      expect(readPageMessage(value)).toBeNull();
    }),
  );
});
