import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAccount, readPayoutKey } from './read-payout.ts';

describe('a Pix key as people write it', () => {
  test.each([
    ['390.533.447-05', 'cpf', '39053344705', '•••05'],
    ['39053344705', 'cpf', '39053344705', '•••05'],
    ['11.222.333/0001-81', 'cnpj', '11222333000181', '•••81'],
    [' Maria@Escola.com.br ', 'email', 'maria@escola.com.br', 'm•••@e•••.com.br'],
    ['(11) 96123-4567', 'phone', '+5511961234567', '•••4567'],
    ['+55 11 96123-4567', 'phone', '+5511961234567', '•••4567'],
    ['123E4567-e89b-12d3-a456-426614174000', 'random', '123e4567-e89b-12d3-a456-426614174000', '•••4000'],
  ])('%s is %s', (typed, kind, value, hint) => expect(readPayoutKey(typed)).toEqual({ kind, value, hint }));

  test.each(['', '   ', '123', '390.533.447-06', 'maria@', '(11) 3123-4567', 'x'.repeat(500)])('%s is none', (typed) =>
    expect(readPayoutKey(typed)).toBeNull(),
  );

  test('never shows the whole of it as a hint', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const read = readPayoutKey(typed);
        expect(read === null || !read.hint.includes(read.value)).toBe(true);
      }),
    );
  });
});

test('an account needs its bank, its branch and its number', () => {
  const account = { bank: ' Banco  do Brasil ', branch: '1234-5', account: '12345-X' };
  expect(readAccount(account)).toEqual({
    kind: 'account',
    value: 'Banco do Brasil / 1234-5 / 12345-X',
    hint: '•••45-X',
  });
  for (const part of ['bank', 'branch', 'account']) expect(readAccount({ ...account, [part]: '' })).toBeNull();
});
