import { expect, test } from 'vitest';
import { countdownText, minutesToAnnounce } from './countdown-text.ts';

test.each([
  [1800, '30:00'],
  [61, '01:01'],
  [9, '00:09'],
  [0, '00:00'],
  [3600, '1:00:00'],
  [86_399, '23:59:59'],
])('%d seconds are %s', (seconds, shown) => expect(countdownText(seconds)).toBe(shown));

test('half an hour is read out four times', () => {
  const said = new Set<number>();
  for (let left = 1800; left >= 0; left -= 1) {
    const minutes = minutesToAnnounce(left);
    if (minutes !== null) said.add(minutes);
  }
  expect([...said]).toEqual([10, 5, 2, 1]);
});
