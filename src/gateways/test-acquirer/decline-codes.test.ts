import { expect, test } from 'vitest';
import { declineFrom, refusalOf } from './decline-codes.ts';

test.each([
  ['visa', '05', 'card-declined', true],
  ['visa', '51', 'insufficient-funds', true],
  ['elo', '57', 'card-not-permitted', false],
  ['visa', '78', 'card-not-activated', true],
  ['visa', '99', 'issuer-unavailable', true],
  ['mastercard', '70', 'card-declined', true],
  ['visa', 'R1', 'recurring-stopped', false],
  ['visa', 'NA', 'not-authenticated', true],
  ['visa', 'ZZ', 'card-declined', true],
])('%s %s is %s', (brand, returnCode, code, reversible) => {
  expect(declineFrom({ brand, returnCode })).toEqual({ code, raw: returnCode, reversible });
});

test('its own refusal for ever stays one when it is read again', () => {
  expect(declineFrom({ brand: 'visa', returnCode: '77' })).toEqual({
    code: 'card-canceled',
    raw: '77 retry=no',
    reversible: false,
  });
});

test('a token that was refused asks for the card again; any other refusal is ours to mend', () => {
  expect(refusalOf('token-expired')).toEqual({ code: 'card-token-invalid', raw: 'token-expired', reversible: true });
  expect(refusalOf('amount-invalid')).toEqual({ code: 'gateway-refused', raw: 'amount-invalid', reversible: false });
  expect(refusalOf('saved-card-unknown')).toMatchObject({ code: 'card-not-again', reversible: false });
});
