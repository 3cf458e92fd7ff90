import type { VirtualClock } from '#src/kernel/time/clock.ts';

const hourMs = 3_600_000;

/**
 * Moves on to the next hour (UTC) when this one has less than `minutes` left: what the product counts by the hour of the
 * clock would begin anew in the middle of a test.
 */
export function avoidHourEnd(clock: VirtualClock, minutes = 2): void {
  const left = hourMs - (clock.now().getTime() % hourMs);
  if (left < minutes * 60_000) clock.advance(left);
}
