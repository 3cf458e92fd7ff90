import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { searchCodec } from './search-codec.ts';

const codec = searchCodec({
  state: z.enum(['paid', 'open']).nullable().default(null),
  brand: z.array(z.string().min(1)).default([]),
  day: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d$/)
    .default('2026-01-01'),
});
const read = (text: string) => codec.read(new URLSearchParams(text));

test('filters of an address are read, one value or several', () => {
  expect(read('state=paid&brand=a')).toEqual({ state: 'paid', brand: ['a'], day: '2026-01-01' });
  expect(read('brand=a&brand=b&day=2026-02-03')).toEqual({ state: null, brand: ['a', 'b'], day: '2026-02-03' });
});

test('a value that the screen does not know is as if it were not there', () => {
  expect(read('state=unheard-of&day=yesterday&other=1')).toEqual({ state: null, brand: [], day: '2026-01-01' });
});

test('an address says what differs from the defaults, and nothing when all are at theirs', () => {
  expect(codec.write({ state: 'open', brand: ['a', 'b'], day: '2026-01-01' })).toBe('?state=open&brand=a&brand=b');
  expect(codec.write(read(''))).toBe('');
});

test('whatever filters say is read again from the address that they are written to', () => {
  const values = fc.record({
    state: fc.constantFrom('paid' as const, 'open' as const, null),
    brand: fc.array(fc.string({ minLength: 1 }), { maxLength: 4 }),
    day: fc.constantFrom('2026-01-01', '2026-12-31'),
  });
  fc.assert(
    fc.property(values, (given) => {
      expect(read(codec.write(given).slice(1))).toEqual(given);
    }),
  );
});
