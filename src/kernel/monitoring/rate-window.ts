/** Lets so many events of a name pass in each period; the names that were silent are forgotten. */
export class RateWindow {
  readonly #most: number;
  readonly #periodMs: number;
  readonly #names: number;
  readonly #windows = new Map<string, { begins: number; count: number }>();

  /** `names`: how many names are kept apart at most; above that, all new ones are refused until a period is over. */
  constructor(limits: { readonly most: number; readonly periodMs: number; readonly names: number }) {
    this.#most = limits.most;
    this.#periodMs = limits.periodMs;
    this.#names = limits.names;
  }

  /** Takes `count` events at an instant (milliseconds) and answers how many of them may pass. */
  take(name: string, now: number, count = 1): number {
    const window = this.#windows.get(name);
    if (!window || now - window.begins >= this.#periodMs) {
      if (!window && this.#windows.size >= this.#names && this.#forget(now) === 0) return 0;
      const passed = Math.min(count, this.#most);
      this.#windows.set(name, { begins: now, count: passed });
      return passed;
    }
    const passed = Math.min(count, this.#most - window.count);
    window.count += passed;
    return passed;
  }

  #forget(now: number): number {
    const old = [...this.#windows].filter(([, { begins }]) => now - begins >= this.#periodMs);
    for (const [name] of old) this.#windows.delete(name);
    return old.length;
  }
}
