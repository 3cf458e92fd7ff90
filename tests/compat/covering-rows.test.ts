import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coveringRows, groupsOf, type Row, tuplesOf } from './covering-rows.ts';

const levels = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 3, maxLength: 6 });
const factorsOf = (sizes: readonly number[]) =>
  Object.fromEntries(
    sizes.map((size, index) => [`f${index}`, Array.from({ length: size }, (_, level) => `${index}.${level}`)]),
  );

/** Every row that there is. */
function allRows(factors: Readonly<Record<string, readonly string[]>>): Row[] {
  return tuplesOf(factors, Object.keys(factors));
}

test('every pair and every named triple is in a row, or in no row that may be', () => {
  fc.assert(
    fc.property(levels, fc.integer({ min: 2, max: 7 }), (sizes, forbidden) => {
      const factors = factorsOf(sizes);
      const mayBe = (row: Row): boolean =>
        Object.values(row).reduce((sum, level) => sum + Number(level.at(-1)), 0) % forbidden !== 1;
      const triples = [['f0', 'f1', 'f2']] as const;
      const { rows, impossible } = coveringRows(factors, triples, mayBe);
      const has = (row: Row, tuple: Row): boolean =>
        Object.entries(tuple).every(([name, level]) => row[name] === level);
      expect(rows.every(mayBe)).toBe(true);
      const whole = allRows(factors).filter(mayBe);
      for (const tuple of groupsOf(factors, triples).flatMap((names) => tuplesOf(factors, names))) {
        const isCovered = rows.some((row) => has(row, tuple));
        const isAbandoned = impossible.some((one) => has(one, tuple) && has(tuple, one));
        const mayBeCovered = whole.some((row) => has(row, tuple));
        expect([isCovered, isAbandoned]).toEqual([mayBeCovered, !mayBeCovered]);
      }
    }),
    { numRuns: 40 },
  );
});

test('far fewer rows than combinations are needed', () => {
  const factors = factorsOf([6, 4, 3, 3, 2, 2, 2, 2]);
  const { rows } = coveringRows(factors, [], () => true);
  expect(rows.length).toBeLessThan(36);
  expect(allRows(factors)).toHaveLength(3456);
});
