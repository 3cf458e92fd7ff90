import { expect, test } from 'vitest';
import { enterOutcome } from './use-enter.ts';

test.each([
  ['rows of an earlier text', { isLoading: true, shownMs: 9_000, hasMoved: true }, 'wait'],
  ['rows that came a moment ago', { isLoading: false, shownMs: 80, hasMoved: false }, 'only'],
  ['rows that came a moment ago, and an arrow since', { isLoading: false, shownMs: 80, hasMoved: true }, 'chosen'],
  ['rows that could be read', { isLoading: false, shownMs: 600, hasMoved: false }, 'chosen'],
] as const)('Enter over %s', (_, rows, outcome) => {
  expect(enterOutcome(rows)).toBe(outcome);
});
