import { expect, test } from 'vitest';
import { moment, momentInMaputo } from './format.ts';

test('an instant is told in the time of Brasília, and on a phone in Mozambique in that of Maputo', () => {
  const instant = '2026-11-20T22:30:00.000Z';
  expect(moment(instant)).toBe('20/11/2026, 19:30:00');
  expect(momentInMaputo(instant)).toBe('21/11/2026, 00:30:00');
  expect(momentInMaputo(new Date(instant))).toBe(momentInMaputo(instant));
});
