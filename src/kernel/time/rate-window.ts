/** Lets so many events of a name pass in each period. */
export interface RateWindow {
  /** Takes `count` events at an instant (milliseconds) and answers how many of them may pass. */
  take(name: string, now: number, count?: number): number;
}

/**
 * A rate window. The names that were silent for a period are forgotten; `names` says how many are kept apart at most: above
 * that, all new ones are refused until a period is over. No class: its private fields would bring helpers to browsers.
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
