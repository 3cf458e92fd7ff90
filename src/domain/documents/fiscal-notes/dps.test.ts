import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dpsId, isDpsId, isDpsNumber, isServiceCode, noteTaxIdProblem } from './dps.ts';

const school = {
  municipality: '3550308',
  issuer: { kind: 'cnpj', number: '11222333000181' },
  series: '1',
  number: 42,
} as const;

describe('number of a declaration of services', () => {
  test('is composed of its parts', () => {
    expect(dpsId(school)).toEqual({ ok: true, value: 'DPS355030821122233300018100001000000000000042' });
  });

  test.each([
    [{ issuer: { kind: 'cnpj', number: '12ABC34501DE35' } }, 'letters-not-taken'],
    [{ issuer: { kind: 'cnpj', number: '1122233300018' } }, 'document-invalid'],
    [{ issuer: { kind: 'cpf', number: '11222333000181' } }, 'document-invalid'],
    [{ municipality: '355030' }, 'municipality-invalid'],
    [{ series: '' }, 'series-invalid'],
    [{ series: 'A1' }, 'series-invalid'],
    [{ number: 0 }, 'number-invalid'],
    [{ number: 1.5 }, 'number-invalid'],
  ] as const)('is refused with %j', (wrong, reason) => {
    expect(dpsId({ ...school, ...wrong })).toEqual({ ok: false, error: reason });
  });

  test('always has its format, and is unique', () => {
    const digits = (size: number) => fc.stringMatching(new RegExp(`^\\d{${size}}$`));
    const any = fc.record({
      municipality: digits(7),
      issuer: fc.oneof(
        digits(14).map((number) => ({ kind: 'cnpj' as const, number })),
        digits(11).map((number) => ({ kind: 'cpf' as const, number })),
      ),
      series: digits(5),
      number: fc.integer({ min: 1, max: 999_999_999 }),
    });
    fc.assert(
      fc.property(any, any, (one, other) => {
        const [first, second] = [dpsId(one), dpsId(other)];
        if (!first.ok || !second.ok) throw new Error('refused');
        expect(isDpsId(first.value)).toBe(true);
        expect(first.value === second.value).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
  });
});

describe('layout of fiscal notes', () => {
  test('refuses a CNPJ with letters before the authority is asked', () => {
    expect(noteTaxIdProblem({ kind: 'cnpj', number: '12ABC34501DE35' })).toBe('letters-not-taken');
    expect(noteTaxIdProblem({ kind: 'cnpj', number: '11222333000181' })).toBeNull();
    expect(noteTaxIdProblem({ kind: 'cpf', number: '52998224725' })).toBeNull();
    expect(noteTaxIdProblem({ kind: 'cpf', number: '5299822472A' })).toBe('document-invalid');
  });

  test('checks numbers and service codes', () => {
    expect(['1', '999999999999999', '01', '0', '', '1234567890123456'].map(isDpsNumber)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(['080201', '80201', '0802010'].map(isServiceCode)).toEqual([true, false, false]);
    expect(isDpsId('DPS123')).toBe(false);
  });
});
