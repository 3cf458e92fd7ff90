import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskNumber } from '#src/kernel/validation/mask-personal.ts';
import { parseBankAccount, parsePayoutKey, parseTransferNumber } from './parse-payout.ts';

describe('a Pix key as people write it', () => {
  test.each([
    ['390.533.447-05', 'cpf', '39053344705', '•••05'],
    ['39053344705', 'cpf', '39053344705', '•••05'],
    ['11.222.333/0001-81', 'cnpj', '11222333000181', '•••81'],
    [' Maria@Escola.com.br ', 'email', 'maria@escola.com.br', 'm•••@e•••.com.br'],
    ['(11) 96123-4567', 'phone', '+5511961234567', '•••4567'],
    ['+55 11 96123-4567', 'phone', '+5511961234567', '•••4567'],
    ['123E4567-e89b-12d3-a456-426614174000', 'random', '123e4567-e89b-12d3-a456-426614174000', '•••4000'],
  ])('%s is %s', (typed, kind, value, hint) => expect(parsePayoutKey(typed)).toEqual({ kind, value, hint }));

  test.each(['', '   ', '123', '390.533.447-06', 'maria@', '(11) 3123-4567', 'x'.repeat(500)])('%s is none', (typed) =>
    expect(parsePayoutKey(typed)).toBeNull(),
  );

  test('has a hint that never shows all of it', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const read = parsePayoutKey(typed);
        expect(read === null || !read.hint.includes(read.value)).toBe(true);
      }),
    );
  });
});

test('a payout account needs its bank, its branch and its number', () => {
  const account = { bank: ' Banco  do Brasil ', branch: '1234-5', account: '12345-X' };
  expect(parseBankAccount(account)).toEqual({
    kind: 'account',
    value: 'Banco do Brasil / 1234-5 / 12345-X',
    hint: '•••45-X',
  });
  for (const part of ['bank', 'branch', 'account']) expect(parseBankAccount({ ...account, [part]: '' })).toBeNull();
});

describe('the account number of a market’s banks', () => {
  test('has the market’s number of digits, in any notation', () => {
    expect(parseTransferNumber('PE', '002-193 001234567890 12')).toEqual({
      ...{ kind: 'account', value: '00219300123456789012', hint: maskNumber('00219300123456789012') },
    });
    const nib = '000100000011834194157';
    expect(parseTransferNumber('MZ', nib)?.value).toBe(nib);
    expect(parseTransferNumber('MZ', `MZ59 ${nib}`)?.value).toBe(nib);
    expect(parseTransferNumber('MZ', '0001.0000.00118341941.57')?.value).toBe(nib);
  });

  test.each([
    ['PE', '123'],
    ['PE', '000100000011834194157'],
    ['PE', '0021930012345678901x'],
    ['MZ', '00219300123456789012'],
    ['MZ', ''],
    ['BR', '00219300123456789012'],
  ] as const)('in %s is none of %s', (market, typed) => {
    expect(parseTransferNumber(market, typed)).toBeNull();
  });
});
