import { describe, expect, test } from 'vitest';
import { checkAddress, readAddress } from './address/address-form.ts';
import { checkAcceptance, errorsOfRail, fieldsOfRail } from './form-fields.ts';

const address = {
  postalCode: '',
  addressLine1: 'Av. Eduardo Mondlane, 1º',
  addressLine2: '1234',
  addressLine3: '',
  neighbourhood: 'Polana Cimento B',
  city: 'Maputo',
  state: 'MPM',
};

describe('fields of a rail', () => {
  test('are those with its name in front, and only those', () => {
    const values = {
      'shells.document': '1',
      'shells-two.document': '2',
      document: '3',
      method: 'shells',
      'shells.': '4',
    };
    expect(fieldsOfRail(values, 'shells')).toEqual({ document: '1', '': '4' });
  });

  test('their messages go back under their full names', () => {
    expect(errorsOfRail({ document: 'validation.cpf' }, 'shells')).toEqual({ 'shells.document': 'validation.cpf' });
  });
});

describe('the billing address', () => {
  test('is taken with the marks that people write', () => {
    expect(checkAddress(address, 'MZ')).toEqual({});
    expect(readAddress(address, 'MZ')).toMatchObject({ addressLine1: 'Av Eduardo Mondlane 1º', country: 'MZ' });
  });

  test('says what is missing, field by field', () => {
    expect(Object.keys(checkAddress({}, 'MZ'))).toEqual([
      'addressLine1',
      'addressLine2',
      'neighbourhood',
      'city',
      'state',
    ]);
    expect(checkAddress({ ...address, postalCode: '12' }, 'MZ')).toEqual({ postalCode: 'validation.zip-code' });
  });

  test('Brazil wants a CEP, with or without its dash', () => {
    expect(checkAddress(address, 'BR')).toEqual({ postalCode: 'validation.required' });
    expect(checkAddress({ ...address, postalCode: '01310100' }, 'BR')).toEqual({});
  });

  test('the country is the market’s, whatever was posted', () => {
    expect(readAddress({ ...address, country: 'US' }, 'MZ')['country']).toBe('MZ');
  });
});

test('the terms must be accepted', () => {
  expect(checkAcceptance({ terms: 'yes' })).toEqual({});
  expect(checkAcceptance({ terms: 'no' })).toEqual({ terms: 'validation.terms' });
  expect(checkAcceptance({})).toEqual({ terms: 'validation.terms' });
});
