import cardType from 'credit-card-type';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { passesLuhn } from '#src/kernel/validation/card/luhn.ts';
import { acceptedBrands, brandById, brandOf, cardBrands, mayBeCorrected } from './brands.ts';
import { cardNumberGroups, cardNumberRule, formatCardNumber, isCardNumber } from './card-number.ts';

/** Brands that the library names differently, and old Hipercards that it does not recognise. */
const onlyOurs = new Set(['discover', 'aura']);

/** All prefixes of our tables, as their first and last numbers of six digits or more. */
const heads = cardBrands.flatMap(({ id, prefixes }) =>
  prefixes.split(' ').flatMap((prefix) => prefix.split('-').map((edge) => ({ id, head: edge }))),
);

function completed(head: string, length: number): string {
  const base = head.padEnd(length - 1, '0');
  return [...'0123456789'].map((digit) => base + digit).find(passesLuhn) ?? '';
}

describe('brands', () => {
  test('every Elo prefix is Elo for the library too', () => {
    for (const { head } of heads.filter(({ id }) => id === 'elo'))
      expect(cardType(head.padEnd(16, '0'))[0]?.type).toBe('elo');
  });

  test('that are not taken can be corrected to Elo or Hipercard alone, whose numbers nobody lists, and JCB to none', () => {
    const over = (digits: string) => acceptedBrands.filter((chosen) => mayBeCorrected(brandOf(digits), chosen));
    expect(over('6500000000000002')).toEqual(['elo', 'hipercard']);
    expect(over('3530111333300000')).toEqual([]);
    expect(over('4111111111111111')).toEqual(acceptedBrands);
    expect(over('9000000000000001')).toEqual(acceptedBrands);
  });

  test('agrees with the library on the brands that it shares with us', () => {
    const theirs = new Map([
      ['visa', 'visa'],
      ['mastercard', 'mastercard'],
      ['american-express', 'american_express'],
      ['diners-club', 'diners'],
      ['elo', 'elo'],
      ['hipercard', 'hipercard'],
      ['hiper', 'hiper'],
      ['jcb', 'jcb'],
    ]);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.constantFrom(...heads.map(({ head }) => head)),
          fc.integer({ min: 300_000, max: 699_999 }).map(String),
        ),
        (head) => {
          const library = theirs.get(cardType(head.padEnd(16, '0'))[0]?.type ?? '');
          fc.pre(
            library !== undefined && !onlyOurs.has(brandOf(head.padEnd(16, '0'))?.id ?? '') && !head.startsWith('3841'),
          );
          expect(brandOf(head.padEnd(16, '0'))?.id).toBe(library);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('is told from the first digits on, and told better later', () => {
    expect(brandOf('')).toBeNull();
    expect(brandOf('4')?.id).toBe('visa');
    expect(brandOf('40117')?.id).toBe('visa');
    expect(brandOf('401178')?.id).toBe('elo');
    expect(brandOf('5078601870000127985')?.id).toBe('aura');
    expect(brandOf('384100')?.id).toBe('hipercard');
    expect(brandOf('384200')?.id).toBe('diners');
    expect(brandOf('9999')).toBeNull();
  });

  test('those taken are among those known, and Hiper is not one of them', () => {
    for (const id of acceptedBrands) expect(brandById(id)?.id).toBe(id);
    expect(acceptedBrands).not.toContain('hiper');
    expect(brandById('toString')).toBeNull();
  });
});

describe('CARD_NUMBER', () => {
  test('every brand has good numbers in its own lengths only', () => {
    for (const { id, head } of heads) {
      for (const length of [13, 14, 15, 16, 17, 19]) {
        const brand = brandById(id);
        const number = completed(head, length);
        expect(isCardNumber(number), `${id} ${number}`).toBe(length < 17 && (brand?.lengths.includes(length) ?? false));
      }
    }
  });

  test.each(['4111 1111 1111 1111', '3782 822463 10005', '3056 930902 5904'])('%j', (value) => {
    expect(cardNumberRule(value)).toBeNull();
    expect(formatCardNumber(value.replaceAll(' ', ''))).toBe(value);
  });

  test.each(['4111111111111112', '411111111111111', '0000000000000000', '4111-1111-1111-1111', '4'.repeat(33), 'abcd'])(
    '%j is refused',
    (value) => {
      expect(cardNumberRule(value)).toBe('validation.card-number');
    },
  );

  test('an empty field is asked for', () => {
    expect(cardNumberRule(' ')).toBe('validation.required');
  });

  test('groups follow the brand while it is typed', () => {
    expect(cardNumberGroups('37')).toEqual([4, 6, 5]);
    expect(cardNumberGroups('36')).toEqual([4, 6, 4]);
    expect(cardNumberGroups('361234567890123')).toEqual([4, 4, 4, 4]);
    expect(formatCardNumber('41111')).toBe('4111 1');
    expect(formatCardNumber('5078601870000127985')).toBe('5078 6018 7000 0127 985');
  });
});
