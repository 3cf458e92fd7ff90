import { describe, expect, test } from 'vitest';
import { amountProblem, strictestLimits } from './amount-limits.ts';

describe('the amount limits of a charge', () => {
  test('include the least and the most', () => {
    const limits = { least: 500n, most: 200_000n };
    expect(amountProblem(499n, limits)).toEqual({ code: 'amount-below-limit', limit: 500n });
    expect(amountProblem(500n, limits)).toBeNull();
    expect(amountProblem(200_000n, limits)).toBeNull();
    expect(amountProblem(200_001n, limits)).toEqual({ code: 'amount-above-limit', limit: 200_000n });
  });

  test('refuse nothing where no limit is known, or no money is requested', () => {
    expect(amountProblem(1n, {})).toBeNull();
    expect(amountProblem(0n, { least: 500n })).toBeNull();
    expect(amountProblem(10n ** 12n, strictestLimits(undefined, {}))).toBeNull();
  });

  test('are the stricter ones of a rail and its gateway', () => {
    expect(strictestLimits({ least: 100n, most: 900n }, { least: 600n }, undefined)).toStrictEqual({
      least: 600n,
      most: 900n,
    });
    expect(strictestLimits({ most: 900n }, { most: 800n })).toStrictEqual({ most: 800n });
    expect(strictestLimits({ least: 7n })).toStrictEqual({ least: 7n });
  });
});
