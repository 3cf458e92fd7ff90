import { expect, test } from 'vitest';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';

test('a concurrency limiter runs no more than its limit, in order of arrival, also past failures', async () => {
  const lanes = createConcurrencyLimiter(2);
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      lanes.run(async () => {
        running += 1;
        most = Math.max(most, running);
        order.push(index);
        await new Promise((resume) => setImmediate(resume));
        running -= 1;
        if (index % 3 === 0) throw new Error(String(index));
        return index;
      }),
    ),
  );
  expect(most).toBe(2);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(7);
  expect(lanes.waiting()).toBe(0);
  expect(await lanes.run(async () => 'still open')).toBe('still open');
});
