/** Allows a number of events of a name in each period. */
export interface RateWindow {
  /** Counts `count` events at an instant (milliseconds). Returns how many of them are allowed. */
  take(name: string, now: number, count?: number): number;
}

/**
 * A rate window. Names without events for a period are removed; `names` is the most names counted at once: above it, all
 * new ones are refused until a period is over. No class: its private fields would add helper code for browsers.
 */
export function rateWindow(limits: {
  readonly most: number;
  readonly periodMs: number;
  readonly names: number;
}): RateWindow {
  const windows = new Map<string, { begins: number; count: number }>();

  function forget(now: number): number {
    const old = [...windows].filter(([, { begins }]) => now - begins >= limits.periodMs);
    for (const [name] of old) windows.delete(name);
    return old.length;
  }

  return {
    take(name, now, count = 1) {
      const window = windows.get(name);
      if (!window || now - window.begins >= limits.periodMs) {
        if (!window && windows.size >= limits.names && forget(now) === 0) return 0;
        const passed = Math.min(count, limits.most);
        windows.set(name, { begins: now, count: passed });
        return passed;
      }
      const passed = Math.min(count, limits.most - window.count);
      window.count += passed;
      return passed;
    },
  };
}
