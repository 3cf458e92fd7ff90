import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMagneticLine } from './read-proof.ts';
import { writeMagneticLine } from '#tests/support/fixtures/magnetic-line.ts';

const digits = (count: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count }).map((all) => all.join(''));

describe('the magnetic line of a cheque', () => {
  test('is parsed into the printed numbers', () => {
    const line = writeMagneticLine('2371234', '0180001235', '0000123456');
    expect(readMagneticLine(line)).toEqual({ bank: '237', agency: '1234', number: '000123', account: '0000123456' });
    const spaced = `<${line.slice(0, 8)}<${line.slice(8, 18)}>${line.slice(18)}:`;
    expect(readMagneticLine(spaced)).toEqual(readMagneticLine(line));
  });

  test('with one wrong digit is always refused', () => {
    fc.assert(
      fc.property(
        digits(7),
        digits(10),
        digits(10),
        fc.integer({ min: 0, max: 29 }),
        fc.integer({ min: 1, max: 9 }),
        (first, second, third, place, change) => {
          const line = writeMagneticLine(first, second, third);
          const wrong = (Number(line[place]) + change) % 10;
          expect(readMagneticLine(line)).not.toBeNull();
          expect(readMagneticLine(`${line.slice(0, place)}${wrong}${line.slice(place + 1)}`)).toBeNull();
        },
      ),
    );
  });

  test.each(['', '123', '2371234X', `${writeMagneticLine('2371234', '0180001235', '0000123456')}1`])(
    'is not %j',
    (typed) => expect(readMagneticLine(typed)).toBeNull(),
  );
});
