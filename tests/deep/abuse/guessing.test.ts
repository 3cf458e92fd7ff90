/** @module-tag deep */
import { expect, test } from 'vitest';
import { isFull, patience, report } from './report.ts';
import { tryCodes, tryVouchers, pumpMessages } from './guessing.ts';

test.each([false, true])(
  'S-12 row 31: messages that somebody earns by, all over: %s',
  async (isSpread) => expect(report(await pumpMessages(isFull ? 10_000 : 80, isSpread))).toEqual([]),
  patience,
);
test(
  'row 32: codes are guessed',
  async () => expect(report(await tryCodes(isFull ? 10_000 : 40))).toEqual([]),
  patience,
);
test(
  'row 13: words of vouchers are guessed',
  async () => expect(report(await tryVouchers(isFull ? 1_000 : 80))).toEqual([]),
  patience,
);
