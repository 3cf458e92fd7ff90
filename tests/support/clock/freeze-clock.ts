import { onTestFinished, vi } from 'vitest';

/**
 * Until the test ends the machine's date stands still, and only what moves a clock moves the product's time: an end is
 * tried to the second, however busy the machine is. Timers run on.
 */
export function freezeClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
}
