import { getBoletoInfo, isValidBoleto } from '@brazilian-utils/brazilian-utils';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, localDate } from '#src/kernel/time/local-date.ts';
import { utilityBarcodeOf, utilityLineOf } from './utility-slip-line.ts';
import { bradescoNumberDigit, readFreeField } from './free-field.ts';
import { buildSlipBarcode, readSlipBarcode } from './slip-barcode.ts';
import type { SlipParts } from './slip-barcode.ts';
import { generalCheckDigit, mod10, mod11 } from './slip-check-digits.ts';
import { dueDateOf, dueFactor } from './slip-due-factor.ts';
import { formatSlipLine, readSlipLine, slipLineOf } from './slip-line.ts';

const digits = (count: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: count, maxLength: count });
const anyParts: fc.Arbitrary<SlipParts> = fc.record({
  bank: digits(3).filter((bank) => !bank.startsWith('8')),
  due: fc.option(fc.integer({ min: 1, max: 18_000 }).map((days) => addDays('1997-10-07', days))),
  amount: fc.bigInt({ min: 0n, max: 9_999_999_999n }),
  freeField: digits(25),
});

function barcodeOf(parts: SlipParts): string {
  const built = buildSlipBarcode(parts);
  if (!built.ok) throw new Error(built.error);
  return built.value;
}

describe('a slip that we write', () => {
  test('is read back from its bars and from its line', () => {
    fc.assert(
      fc.property(anyParts, (parts) => {
        const barcode = barcodeOf(parts);
        const line = slipLineOf(barcode);
        for (const read of [readSlipBarcode(barcode), readSlipLine(line), readSlipLine(formatSlipLine(line))]) {
          expect(read).toEqual({
            ok: true,
            value: {
              barcode,
              bank: parts.bank,
              checkDigit: barcode.charAt(4),
              factor: dueFactor(parts.due),
              amount: parts.amount,
              freeField: parts.freeField,
            },
          });
        }
      }),
    );
  });

  test('is taken by another reader, with the same amount and day', () => {
    const due = fc.integer({ min: 0, max: 900 }).map((days) => addDays('2025-02-01', days));
    fc.assert(
      fc.property(anyParts, due, (parts, day) => {
        const line = slipLineOf(barcodeOf({ ...parts, due: day }));
        const info = getBoletoInfo(line, { referenceDate: new Date(2026, 1, 1) });
        const read = info?.expirationDate;
        expect(isValidBoleto(line)).toBe(true);
        expect(info).toMatchObject({ amount: Number(parts.amount), bankCode: parts.bank });
        expect(read && localDate(read.getFullYear(), read.getMonth() + 1, read.getDate())).toBe(day);
      }),
    );
  });

  test.each([
    { bank: '8a1', due: null, amount: 1n, freeField: '0'.repeat(25) },
    { bank: '823', due: null, amount: 1n, freeField: '0'.repeat(25) },
    { bank: '237', due: null, amount: -1n, freeField: '0'.repeat(25) },
    { bank: '237', due: null, amount: 10n ** 10n, freeField: '0'.repeat(25) },
    { bank: '237', due: null, amount: 1n, freeField: '0'.repeat(24) },
  ])('%o is refused', (parts) => {
    expect(buildSlipBarcode(parts)).toEqual({ ok: false, error: 'malformed' });
  });
});

describe('a slip that we are given', () => {
  const barcode = barcodeOf({
    bank: '237',
    due: '2026-11-25',
    amount: 114_000n,
    freeField: '1234090000000045301234560',
  });
  const line = slipLineOf(barcode);

  test('any one changed digit is noticed', () => {
    for (let at = 0; at < line.length; at += 1) {
      for (const other of '0123456789') {
        if (line.charAt(at) === other) continue;
        expect(readSlipLine(`${line.slice(0, at)}${other}${line.slice(at + 1)}`).ok).toBe(false);
      }
    }
  });

  test.each([
    ['', 'malformed'],
    [line.slice(1), 'malformed'],
    [`${line}0`, 'malformed'],
    [line.replace('2', 'x'), 'malformed'],
    [line.replaceAll('', ' '), 'malformed'],
    ['838600000050096000190009000801782309000343062712', 'utility-slip'],
  ] as const)('%j is %s', (typed, problem) => {
    expect(readSlipLine(typed)).toEqual({ ok: false, error: problem });
  });

  test('bars of another document or currency are refused', () => {
    expect(readSlipBarcode('83860000005096000190000008017823000034306271')).toEqual({
      ok: false,
      error: 'utility-slip',
    });
    expect(readSlipBarcode(`${barcode.slice(0, 3)}0${barcode.slice(4)}`)).toEqual({ ok: false, error: 'malformed' });
    expect(readSlipBarcode(`${barcode}1`)).toEqual({ ok: false, error: 'malformed' });
  });
});

describe('due factor', () => {
  test.each([
    [null, '0000'],
    ['2025-02-21', '9999'],
    ['2025-02-22', '1000'],
    ['2026-11-20', '1636'],
    ['2049-10-13', '9999'],
    ['2049-10-14', '1000'],
  ] as const)('%s is %s', (due, factor) => {
    expect(dueFactor(due)).toBe(factor);
  });

  test('one factor is another day when it is seen at another time', () => {
    expect(dueDateOf('9999', '2025-02-01')).toBe('2025-02-21');
    expect(dueDateOf('9999', '2049-10-01')).toBe('2049-10-13');
    expect(dueDateOf('1636', '2026-11-20')).toBe('2026-11-20');
    expect(dueDateOf('6904', '2016-08-20')).toBe('2016-09-01');
    expect(dueDateOf('0000', '2026-11-20')).toBeNull();
    expect(dueDateOf('0999', '2026-11-20')).toBeNull();
    expect(dueDateOf('12', '2026-11-20')).toBeNull();
    expect(() => dueFactor('1997-10-06')).toThrow(RangeError);
  });

  test('a day within the window is always found again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40_000 }), fc.integer({ min: -5500, max: 3000 }), (days, shift) => {
        const due = addDays('1997-10-07', days);
        expect(dueDateOf(dueFactor(due), addDays(due, shift))).toBe(due);
      }),
    );
  });
});

describe('check digits and free fields', () => {
  test('the general digit is never 0', () => {
    fc.assert(fc.property(digits(43), (text) => generalCheckDigit(text) >= 1 && generalCheckDigit(text) <= 9));
    expect([mod10('123456789'), mod11('123456789')]).toEqual([7, 7]);
  });

  test('a broken free field is not explained', () => {
    expect(readFreeField('237', '1234090000000045301234560')).toEqual({
      name: 'Bradesco',
      ourNumber: '009/00000000453-P',
    });
    expect(readFreeField('237', '1234090000000045301234561')).toBeNull();
    expect(readFreeField('033', '9123456700000000045620101')).toBeNull();
    expect(readFreeField('104', '1234560000100040000000065')).toBeNull();
    expect(readFreeField('341', '1090022335031234567890000')).toBeNull();
    expect(readFreeField('999', '1'.repeat(25))).toBeNull();
    expect(readFreeField('toString', '1'.repeat(25))).toBeNull();
    expect(readFreeField('077', '0001112123456700000000012')?.ourNumber).toBe('00000000012');
    expect(bradescoNumberDigit('09', '00000000444')).toBe('0');
  });

  test('Sicredi ends in its own modulus 11', () => {
    const field = '11070500011234056789'.padEnd(22, '0').concat('10');
    expect(readFreeField('748', `${field}${mod11(field)}`)?.name).toBe('Sicredi');
    expect(readFreeField('748', `${field}${(mod11(field) + 1) % 10}`)).toBeNull();
  });

  test('collection slips go both ways', () => {
    const bars = '83860000005096000190000008017823000034306271';
    const collection = utilityLineOf(bars);
    expect(collection).toEqual({ ok: true, value: '838600000050096000190009000801782309000343062712' });
    expect(collection.ok && utilityBarcodeOf(collection.value)).toEqual({ ok: true, value: bars });
    expect(utilityBarcodeOf('838600000051096000190009000801782309000343062712').ok).toBe(false);
    expect(utilityLineOf(bars.replace('838', '839'))).toEqual({ ok: false, error: 'check-digit-wrong' });
    expect(utilityLineOf(bars.replace('8386', '8316'))).toEqual({ ok: false, error: 'malformed' });
  });
});
