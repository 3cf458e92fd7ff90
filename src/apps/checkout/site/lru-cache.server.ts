/** A cache of few values that are expensive to create, by key; beyond the limit the least recently used one is evicted. */
export class LruCache<Value> {
  readonly #kept = new Map<string, Value>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The value of this key, created now if it is absent. */
  get(key: string, make: () => Value): Value {
    const there = this.#kept.get(key);
    if (there !== undefined) {
      // A map keeps the order of insertion: what is inserted again is the last to be evicted.
      this.#kept.delete(key);
      this.#kept.set(key, there);
      return there;
    }
    const made = make();
    if (this.#kept.size >= this.#limit) {
      const leastRecent = this.#kept.keys().next();
      if (!leastRecent.done) this.#kept.delete(leastRecent.value);
    }
    this.#kept.set(key, made);
    return made;
  }
}
