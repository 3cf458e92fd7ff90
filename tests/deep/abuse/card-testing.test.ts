/** @module-tag deep */
import { describe, expect, test } from 'vitest';
import { type Attack, testCards } from './card-testing.ts';
import { isFull, patience, report } from './report.ts';

const oneSource = {
  ...{ row: '27', name: 'one address', addresses: 1, seconds: 3_600, most: 10 },
  ...(isFull ? { triesEach: 1_674, honest: 300 } : { triesEach: 40, honest: 15 }),
};
const manySources = {
  ...{ row: '28', seconds: 3_600, most: 100 },
  ...(isFull
    ? { name: '1,000 addresses x 20', addresses: 1_000, triesEach: 20, honest: 300 }
    : { name: '40 addresses x 3', addresses: 40, triesEach: 3, honest: 12 }),
};

const solving: Attack = { ...manySources, name: `${manySources.name}, solving`, proves: true, seed: 20_001 };
const attacks: readonly Attack[] = [
  { ...oneSource, proves: false, seed: 1_674 },
  ...(isFull
    ? [
        { ...oneSource, name: `${oneSource.name}, solving`, proves: true, seed: 1_675 },
        { ...manySources, proves: false, seed: 20_000 },
      ]
    : []),
  // The longest of all: it proves work twenty thousand times.
  solving,
];

describe('stolen cards are tried while honest people buy', () => {
  test.each(attacks)(
    'S-01 S-03 rows 27 and 28, $name',
    async (attack) => expect(report(await testCards(attack))).toEqual([]),
    patience,
  );
});
