import { expect, test } from 'vitest';
import { declineOf, refusalOf } from './decline-codes.ts';

test.each([
  ['05', 'card-declined', true],
  ['51', 'insufficient-funds', true],
  ['54', 'card-expired', false],
  ['57', 'card-not-permitted', false],
  ['78', 'card-blocked', true],
  ['99', 'issuer-unavailable', true],
  ['R1', 'card-declined', false],
  ['NA', 'not-authenticated', true],
  ['ZZ', 'card-declined', true],
])('%s is %s', (returnCode, code, reversible) => {
  expect(declineOf(returnCode)).toEqual({ code, raw: returnCode, reversible });
});

test('a token that was refused asks for the card again; any other refusal is ours to mend', () => {
  expect(refusalOf('token-expired')).toEqual({ code: 'card-token-invalid', raw: 'token-expired', reversible: true });
  expect(refusalOf('amount-invalid')).toEqual({ code: 'gateway-refused', raw: 'amount-invalid', reversible: false });
});
