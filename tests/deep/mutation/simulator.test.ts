import { describe, expect, test } from 'vitest';
import { simulate } from '../model/simulator/commands.ts';
import { found } from '../model/simulator/regressions.ts';
import { rules } from '../model/simulator/rules.ts';

/** The simulator as a judge of mutants: a small dose, without the planted faults, which any other fault would upset. */
describe('the product’s decisions about money, in a few hundred orders of events', () => {
  test('keep every invariant', () => {
    expect(simulate(rules, { sequences: 300, seed: 20_261_121 })).toBeNull();
  });

  test.each(found)('keep them where they once did not: $what', ({ sequence }) => {
    expect(sequence(rules)).toEqual([]);
  });
});
