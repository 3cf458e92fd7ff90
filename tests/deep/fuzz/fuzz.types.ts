import type { z } from 'zod';

/** A schema as the OpenAPI document has it (JSON Schema 2020-12). */
export type JsonSchema = Parameters<typeof z.fromJSONSchema>[0];

export interface Parameter {
  readonly in: 'path' | 'query';
  readonly name: string;
  readonly isNeeded: boolean;
  readonly schema: JsonSchema;
}

/** What an operation may be answered with: the schema of each media type of each status; null where no body is described. */
export type Answers = ReadonlyMap<number, ReadonlyMap<string, z.ZodType | null>>;

/** One thing that can be asked of the product. */
export interface Operation {
  /** `METHOD /address`, as `--only` finds it. */
  readonly name: string;
  readonly method: string;
  /** With `{name}` for each part that is filled in. */
  readonly address: string;
  readonly kind: 'api' | 'page' | 'file' | 'card-fields';
  readonly parameters: readonly Parameter[];
  readonly body: JsonSchema | null;
  /** Null: none are described, and any that a page may give is right. */
  readonly answers: Answers | null;
  /** Only the school's staff are answered. */
  readonly requiresStaff: boolean;
}

/** Who a case is sent as. */
export const senders = ['A', 'B', 'stranger', 'operator', 'unit'] as const;
export type Sender = (typeof senders)[number];

/**
 * One request, before the words of the cast stand in it: `«A.order»` is an id of buyer A's, `«fresh»` something new,
 * `«big|1000000»` that many letters.
 */
export interface FuzzCase {
  readonly sender: Sender;
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: CaseBody;
  /** Something in it that no route may take for good. */
  readonly mustRefuse: string | null;
  /** The sender hangs up so many milliseconds after the last byte, and hears no answer. */
  readonly hangsUpAfterMs?: number;
}

export type CaseBody =
  | { readonly kind: 'none' }
  /** Bytes, as text of UTF-8 or as hex. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'hex'; readonly hex: string }
  /** The form that the page shows its sender, with some fields typed by us: by number, modulo how many there are. */
  | { readonly kind: 'form'; readonly typed: readonly (readonly [at: number | string, value: string])[] };

/** Something that must not be. */
export interface Problem {
  /** What kind: `status-5xx`, `undocumented`, `echo` … */
  readonly kind: string;
  readonly detail: string;
}
