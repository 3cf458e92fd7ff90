import { expect, test } from 'vitest';
import { presetNames, presetOf, presetPeriod } from './periods.ts';

test.each([
  ['today', '2026-03-01', '2026-03-01'],
  ['yesterday', '2026-02-28', '2026-02-28'],
  ['week', '2026-02-23', '2026-03-01'],
  ['days30', '2026-01-31', '2026-03-01'],
  ['month', '2026-03-01', '2026-03-01'],
  ['last-month', '2026-02-01', '2026-02-28'],
] as const)('%s on the first of March is %s to %s', (name, from, to) => {
  expect(presetPeriod(name, '2026-03-01')).toEqual({ from, to });
});

test('a period is called by its name, the shorter one where two are the same', () => {
  for (const name of presetNames) expect(presetOf(presetPeriod(name, '2026-03-15'), '2026-03-15')).toBe(name);
  expect(presetOf({ from: '2026-03-02', to: '2026-03-05' }, '2026-03-15')).toBeNull();
});
