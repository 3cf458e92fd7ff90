import type { Kind } from '../buyers/shops.ts';

/** A bug that exists only in processes that are told of it, and what must see it. */
export interface PlantedBug {
  /** The promise that it breaks. */
  readonly name: string;
  readonly about: string;
  /** Exact places of the code, and what stands there instead. */
  readonly patches: readonly { readonly file: string; readonly find: string; readonly replace: string }[];
  /** What is done to the database before the product starts on it. */
  readonly sql?: string;
  /** The buyers who come, and by how many seconds everybody's time moves after them. */
  readonly script: readonly Kind[];
  readonly advance?: readonly number[];
  /** Other promises that cannot hold either where this one is broken so. */
  readonly also?: readonly string[];
}

export function afterRefusal(name: string, file: string): string {
  return `The place for the bug of ${name} in ${file} has changed: say in tests/deep/chaos/bugs/*-bugs.ts where it is now`;
}
