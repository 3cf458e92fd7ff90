import { afterEach, expect, test, vi } from 'vitest';
import { monitoringLimits, serviceName } from './limits.ts';
import { postReport } from './post-report.server.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

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

test('a request that nobody answers is aborted after 10 s, not before', async () => {
  vi.useFakeTimers();
  // The fake clock does not reach the runtime's own timer.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), ms);
    return controller.signal;
  });
  vi.stubGlobal('fetch', (_url: string, { signal }: { readonly signal: AbortSignal }) => {
    const { promise, reject } = Promise.withResolvers<Response>();
    signal.addEventListener('abort', () => reject(new Error('aborted')));
    return promise;
  });
  const ended = vi.fn<(taken: boolean) => void>();
  const posted = postReport('http://monitoring.example', '{}', {}).then(ended);
  await vi.advanceTimersByTimeAsync(9999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await posted;
  expect(ended).toHaveBeenCalledWith(false);
});
