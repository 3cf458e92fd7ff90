import { expect, test } from 'vitest';
import { standingOf } from './dispute-standing.ts';

const now = Date.parse('2026-11-27T12:00:00Z');
const open = { outcome: null, evidenceDue: null, respondedAt: null };

test.each([
  ['untold', open],
  ['overdue', { ...open, evidenceDue: '2026-11-27T11:59:59Z' }],
  ['soon', { ...open, evidenceDue: '2026-11-29T11:59:59Z' }],
  ['open', { ...open, evidenceDue: '2026-11-29T12:00:00Z' }],
  ['responded', { ...open, evidenceDue: '2026-11-27T11:00:00Z', respondedAt: '2026-11-26T12:00:00Z' }],
  ['won', { ...open, outcome: 'won' as const, respondedAt: '2026-11-26T12:00:00Z' }],
])('dispute standing: %s', (standing, row) => {
  expect(standingOf(row, now)).toBe(standing);
});
