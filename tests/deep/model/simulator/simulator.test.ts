import { describe, expect, test } from 'vitest';
import { simulate } from './commands.ts';
import { plantedBugs } from './planted-bugs.ts';
import { found } from './regressions.ts';
import { rules } from './rules.ts';

describe('the product’s decisions about money, in any order of events', () => {
  test('keep every invariant', () => {
    expect(simulate(rules, { sequences: 3_000, seed: 20_261_121 })).toBeNull();
  });

  test.each(found)('keep them where they once did not: $what', ({ sequence }) => {
    expect(sequence(rules)).toEqual([]);
  });

  test.each(Object.entries(plantedBugs))('planted fault: %s', (_name, fault) => {
    expect(simulate({ ...rules, ...fault }, { sequences: 20_000, seed: 7 })).toContain('Property failed');
  });

  test.each(found)('planted fault: $what, as it was', ({ sequence, fault }) => {
    expect(sequence({ ...rules, ...fault })).not.toEqual([]);
  });
});
