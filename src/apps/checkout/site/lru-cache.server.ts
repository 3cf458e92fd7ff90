/** A cache of few values that are expensive to create, by key; beyond the limit the oldest value is evicted. */
export class LruCache<Value> {
  readonly #kept = new Map<string, Value>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The value of this key, created now if it is absent. */
  get(key: string, make: () => Value): Value {
    const there = this.#kept.get(key);
    if (there !== undefined) return there;
    const made = make();
    if (this.#kept.size >= this.#limit) {
      const oldest = this.#kept.keys().next();
      if (!oldest.done) this.#kept.delete(oldest.value);
    }
    this.#kept.set(key, made);
    return made;
  }
}
