import { describe, expect, test } from 'vitest';
import { checkLead, fullPhone } from './lead.rules.ts';

const good = { name: 'Maria da Silva', email: 'maria@example.com', phone: '(11) 96123-4567', country: 'BR' };

describe('checkLead', () => {
  test.each([
    ['Brazil', {}],
    ['Mozambique', { country: 'MZ', phone: '84 123 4567' }],
    ['Peru', { country: 'PE', phone: '961 234 567' }],
    ['Portugal', { country: 'PT', phone: '912 345 678' }],
    ['any other country', { country: 'other', phone: '49 1512 3456789' }],
    ['a number that brings its code', { country: 'BR', phone: '+49 1512 3456789' }],
  ])('a good form from %s', (_name, change) => expect(checkLead({ ...good, ...change })).toEqual({}));

  test.each([
    [{ name: 'Maria' }, { name: 'validation.name-incomplete' }],
    [{ name: '' }, { name: 'validation.required' }],
    [{ email: 'maria@x' }, { email: 'validation.email' }],
    [{ phone: '(11) 6123-4567' }, { phone: 'validation.phone' }],
    [{ phone: '(11) 96123-4567', country: 'PE' }, { phone: 'validation.phone' }],
    [{ phone: '', country: 'other' }, { phone: 'validation.required' }],
  ])('%j is told', (change, errors) => expect(checkLead({ ...good, ...change })).toEqual(errors));

  test('nothing at all gives every message', () =>
    expect(Object.keys(checkLead({}))).toEqual(['name', 'email', 'phone']));
});

test.each([
  ['11961234567', 'BR', '11961234567', 'BR'],
  ['912345678', 'PT', '+351 912345678', 'BR'],
  ['+1 555 0100', 'MZ', '+1 555 0100', 'MZ'],
  ['4915123', 'other', '+ 4915123', 'BR'],
  ['1', 'nowhere', '1', 'BR'],
])('the phone %s of %s is judged as %s by %s', (typed, country, value, market) => {
  expect(fullPhone(typed, country)).toEqual({ value, market });
});
