import { expect, test } from 'vitest';
import { payerAddress } from './payer-address.ts';

const street = { addressLine1: 'Rua A, 1', postalCode: '01310-100', addressLine2: 'ap 2', addressLine3: 'fundos' };
const place = { neighbourhood: 'Centro', city: 'São Paulo', state: 'SP', country: 'BR' };

test('a payer’s address contains its given fields, and nothing else of the form', () => {
  expect(payerAddress({ ...street, ...place, holder: 'Ana', document: '1' })).toEqual({ ...street, ...place });
  expect(payerAddress({ addressLine1: 'Av. 2', city: '', state: 'SP' })).toEqual({
    addressLine1: 'Av. 2',
    state: 'SP',
  });
});

test('a payer’s address without a street is absent', () => {
  expect(payerAddress({ ...place, postalCode: '01310-100' })).toBeNull();
  expect(payerAddress({ ...place, addressLine1: '' })).toBeNull();
});
