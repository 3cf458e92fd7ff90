import type { Cure, Explanation, SaleFacts, TimelineEvent } from '#src/domain/documents/timeline/index.ts';

/** A value as JSON brings it: amounts as decimal strings of minor units, instants as ISO 8601 (UTC). */
export type Wire<T> = T extends bigint | Date
  ? string
  : T extends readonly (infer One)[]
    ? readonly Wire<One>[]
    : T extends object
      ? { readonly [Key in keyof T]: Wire<T[Key]> }
      : T;

/** The buyer as shown to whoever may see the sale; masked. Null once they were erased. */
export interface MaskedBuyer {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** Type and masked number, e.g. `CPF •••8224725`; null: none was given. */
  readonly document: string | null;
}

/** `GET /data/sale/:orderId`: all that the sale page shows. */
export interface SaleAnswer {
  readonly sale: Wire<SaleFacts>;
  /** Oldest first. */
  readonly events: Wire<readonly TimelineEvent[]>;
  readonly explanation: Explanation;
  readonly buyer: MaskedBuyer | null;
  /** Names of the staff who did anything here, by the id of their account. */
  readonly staffNames: Readonly<Record<string, string>>;
  readonly brandName: string;
  /** Files for the buyer of charges that can still be paid, e.g. a slip on paper. */
  readonly files: readonly { readonly attemptId: string; readonly fileName: string }[];
  readonly timeZone: string;
  /** Permissions of the reader for this sale, by which actions are offered; each route decides again. */
  readonly may: readonly (Cure | 'buyer.reveal' | 'sale.note')[];
}

/** `POST /data/sale/:orderId/reveal`, with a reason: the buyer's data in clear. It is an entry of the audit log. */
export interface RevealedBuyer {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly document: { readonly type: string; readonly number: string } | null;
}
