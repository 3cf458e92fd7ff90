/** A command by keys, as the map of keys (`?`) lists it. */
export interface KeyBinding {
  /** One key (`j`, `?`, `Escape`), two in a row (`g v`), or with the system's command key (`mod+k`). */
  readonly keys: string;
  /** Key of its name in a `*.copy.json`. */
  readonly label: string;
  readonly group: 'go' | 'list' | 'page' | 'general';
  readonly run: () => void;
}

/** What a pressed key says of itself, apart from the DOM. */
export interface Press {
  readonly key: string;
  readonly isMod: boolean;
  /** Whether the target takes text, or a menu or dialog has the keyboard. */
  readonly isTaken: boolean;
  /** Milliseconds of any clock that only grows. */
  readonly at: number;
}

/** How long the second key of two may take. */
const sequenceMs = 1_200;

/**
 * Finds the command of a press. Remembers the first of two keys. Single letters stay silent in fields, in menus and dialogs,
 * and where the person has switched them off; what goes with the command key works everywhere.
 */
export class KeyReader {
  #first: { readonly key: string; readonly at: number } | null = null;

  read(press: Press, bindings: readonly KeyBinding[], hasKeys: boolean): KeyBinding | null {
    const { key, isMod, isTaken, at } = press;
    if (isMod) {
      this.#first = null;
      return bindings.findLast(({ keys }) => keys === `mod+${key.toLowerCase()}`) ?? null;
    }
    if (isTaken || !hasKeys) {
      this.#first = null;
      return null;
    }
    const first = this.#first;
    this.#first = null;
    if (first && at - first.at <= sequenceMs) {
      const pair = bindings.findLast(({ keys }) => keys === `${first.key} ${key}`);
      if (pair) return pair;
    }
    if (bindings.some(({ keys }) => keys.startsWith(`${key} `))) {
      this.#first = { key, at };
      return null;
    }
    // The last one wins: a screen's command hides the frame's of the same key.
    return bindings.findLast(({ keys }) => keys === key) ?? null;
  }
}
