/** Things that are expensive to make and few: kept by a text that names them, the oldest dropped when there are too many. */
export class LruCache<Value> {
  readonly #kept = new Map<string, Value>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The thing of that name, made now if it is not there. */
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
