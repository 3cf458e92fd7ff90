import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';

/** One published or derived case: what goes in and what must come out. */
export interface Vector {
  readonly id: string;
  readonly operation: string;
  readonly input: JsonValue;
  readonly expect: JsonValue;
  /** The whole entry, for checks that stand beside `expect`. */
  readonly entry: JsonObject;
}

/** Does one operation with the product's own functions; the answer is compared with `expect`. */
export type Operation = (input: JsonValue, vector: Vector) => unknown;

/** The operations of one vector file. */
export interface Adapter {
  readonly operations: Readonly<Record<string, Operation>>;
  /** Members of `expect` that explain in words instead of naming a value. */
  readonly prose?: readonly string[];
}
