import { getBoletoInfo, isValidBoleto } from '@brazilian-utils/brazilian-utils';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { barcodeOf, drawNumbers } from './barcode.ts';

const usual = { bank: '237', agency: '1234', account: '0012345', wallet: '09' };

/** Published slips in Bradesco's layout (BoletoNet's tests). */
const known = [
  {
    ourNumber: '00000000453',
    account: '0123456',
    amount: 14_150,
    dueDate: '2016-09-01',
    barcode: '23791690400000141501234090000000045301234560',
  },
  {
    ourNumber: '00000000456',
    account: '0123456',
    amount: 271_716,
    dueDate: '2016-10-01',
    barcode: '23792693400002717161234090000000045601234560',
  },
];

describe('the numbers of a slip', () => {
  test.each(known)('are those of the bank: $barcode', ({ barcode, ...slip }) => {
    expect(drawNumbers({ ...usual, ...slip }).barcode).toBe(barcode);
  });

  test('start their due factor again on 22 February 2025', () => {
    const factor = (dueDate: string): string =>
      drawNumbers({ ...usual, ourNumber: '00000000001', amount: 1, dueDate }).barcode.slice(5, 9);
    expect(['2025-02-21', '2025-02-22', '2025-02-23'].map(factor)).toEqual(['9999', '1000', '1001']);
  });

  test('are valid to another program, and the line leads back to the bars', () => {
    const digits = (length: number) =>
      fc.integer({ min: 0, max: 10 ** length - 1 }).map((value) => String(value).padStart(length, '0'));
    const day = fc
      .date({ min: new Date('2025-03-01'), max: new Date('2040-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(
        digits(11),
        digits(7),
        fc.integer({ min: 1, max: 9_999_999_999 }),
        day,
        (ourNumber, account, amount, dueDate) => {
          const { barcode, line } = drawNumbers({ ...usual, ourNumber, account, amount, dueDate });
          expect(barcode).toMatch(/^\d{44}$/);
          expect(isValidBoleto(line)).toBe(true);
          expect(getBoletoInfo(line)?.amount).toBe(amount);
          expect(barcodeOf(line)).toBe(barcode);
          expect(barcodeOf(`${line.slice(0, 5)}.${line.slice(5, 20)} ${line.slice(20)}`)).toBe(barcode);
        },
      ),
    );
  });

  test('typed wrongly are no slip', () => {
    const { line } = drawNumbers({ ...usual, ourNumber: '00000000001', amount: 114_000, dueDate: '2026-12-01' });
    const wrong = line.slice(0, 6) + String((Number(line[6]) + 1) % 10) + line.slice(7);
    expect([barcodeOf(wrong), barcodeOf(line.slice(1)), barcodeOf('')]).toEqual([null, null, null]);
  });
});
