import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countries } from '#src/kernel/locale/locale.ts';
import { markets } from '#src/kernel/locale/markets.ts';
import { areaCodes, isAreaCode } from './area-codes.ts';
import { phoneRule, toE164 } from './phone.rule.ts';
import { checkPhone } from './phone.server.ts';

describe('the rule of the page', () => {
  test.each([
    ['BR', '(11) 96123-4567', '+5511961234567'],
    ['BR', '11961234567', '+5511961234567'],
    ['BR', '+55 11 96123-4567', '+5511961234567'],
    ['BR', '+351 912 345 678', '+351912345678'],
    ['BR', '+12345', '+12345'],
    ['PE', '912 345 678', '+51912345678'],
    ['MZ', '84 333 0333', '+258843330333'],
    ['MZ', '+258861234567', '+258861234567'],
  ] as const)('%s %j is %s', (market, typed, e164) => {
    expect(phoneRule(typed, { market })).toBeNull();
    expect(toE164(typed, { market })).toBe(e164);
  });

  test.each([
    ['BR', '1196123456'],
    ['BR', '11861234567'],
    ['BR', '10961234567'],
    ['BR', '119612345678'],
    ['BR', '+1234'],
    ['BR', '+5511861234567'],
    ['BR', '+12345678901234567'],
    ['BR', '11 96123-456a'],
    ['BR', '++351912345678'],
    ['PE', '812345678'],
    ['PE', '91234567'],
    ['MZ', '811234567'],
    ['MZ', '881234567'],
  ] as const)('%s %j is refused', (market, typed) => {
    expect(phoneRule(typed, { market })).toBe('validation.phone');
    expect(checkPhone(typed, market).ok).toBe(false);
  });

  test('an empty field is asked for', () => {
    expect(phoneRule(' ', { market: 'BR' })).toBe('validation.required');
  });

  test('67 area codes, each in use', () => {
    expect(areaCodes).toHaveLength(67);
    expect([10, 20, 26, 39, 56, 60, 78, 100].some(isAreaCode)).toBe(false);
  });
});

describe("the server's last word", () => {
  test('takes mobiles of the three markets and numbers that exist elsewhere', () => {
    expect(checkPhone('(11) 96123-4567', 'BR')).toEqual({ ok: true, value: { e164: '+5511961234567', country: 'BR' } });
    expect(checkPhone('+351912345678', 'BR')).toEqual({ ok: true, value: { e164: '+351912345678', country: 'PT' } });
    expect(checkPhone('+12345', 'BR').ok).toBe(false);
    expect(checkPhone('+551132345678', 'PE').ok).toBe(false);
  });

  test('takes every number that the rule of a market makes', () => {
    const national = {
      BR: fc
        .tuple(fc.constantFrom(...areaCodes), fc.integer({ min: 0, max: 99_999_999 }))
        .map(([area, rest]) => `${area}9${String(rest).padStart(8, '0')}`),
      MZ: fc
        .tuple(fc.integer({ min: 82, max: 87 }), fc.integer({ min: 0, max: 9_999_999 }))
        .map(([head, rest]) => `${head}${String(rest).padStart(7, '0')}`),
      PE: fc.integer({ min: 0, max: 99_999_999 }).map((rest) => `9${String(rest).padStart(8, '0')}`),
    };
    fc.assert(
      fc.property(
        fc.constantFrom(...countries).chain((market) => national[market].map((number) => ({ market, number }))),
        ({ market, number }) => {
          const e164 = `+${markets[market].callingCode}${number}`;
          expect(toE164(number, { market })).toBe(e164);
          expect(toE164(e164, { market })).toBe(e164);
          expect(checkPhone(number, market)).toEqual({ ok: true, value: { e164, country: market } });
        },
      ),
    );
  });
});
