import { expect, test } from 'vitest';
import { monitoringLimits, serviceName } from './limits.ts';

test('the limits of monitoring are the specification’s (section 9)', () => {
  expect(monitoringLimits).toEqual({
    eventsPerMinute: 80,
    flushEveryMs: 500,
    sampleRate: 1,
    requestTimeoutMs: 10_000,
    visitMinutes: 30,
    refreshSeconds: 300,
  });
  expect(serviceName).toBe('checkout-front-end');
});
