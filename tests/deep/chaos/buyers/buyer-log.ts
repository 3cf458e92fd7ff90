import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** What the buyers were told, and what they saw: written by them at once, read by the checker. Amounts are minor units. */
export type BuyerReport =
  | {
      readonly type: 'pay';
      readonly buyer: string;
      readonly key: string;
      readonly status: number;
      readonly code: string;
      readonly orderId: string;
      readonly attemptId: string;
      readonly state: string;
      /** How the whole order stands, where several tenders pay it. */
      readonly standing: string;
      /** The price that was shown. */
      readonly total: number;
      readonly currency: string;
      /** Hash of the whole answer. */
      readonly words: string;
    }
  /** The same key with another request, or by another buyer. */
  | {
      readonly type: 'probe';
      readonly what: 'other-payload' | 'other-buyer';
      readonly buyer: string;
      readonly key: string;
      readonly status: number;
      readonly orderId: string;
      /** The order that the key belongs to. */
      readonly owner: string;
    }
  /** A page that was read, and the buyers and businesses on it that have no business there. */
  | { readonly type: 'page'; readonly buyer: string; readonly path: string; readonly foreign: readonly string[] }
  /** Everything that was known of them was erased, they were told. */
  | { readonly type: 'erased'; readonly buyer: string }
  /** They went back on a purchase, and were told that it is done. */
  | { readonly type: 'withdrawn'; readonly buyer: string; readonly orderId: string }
  | { readonly type: 'buyer'; readonly buyer: string; readonly shop: string; readonly email: string }
  /** Where a buyer ended, and how long after paying first was tried. */
  | {
      readonly type: 'end';
      readonly buyer: string;
      readonly kind: string;
      readonly orderId: string;
      /** The last refusal that was heard. */
      readonly why: string;
      readonly end: 'paid' | 'refused' | 'closed' | 'lost';
      readonly ms: number;
      readonly at: number;
    };

/** One line per thing, on the disk before the buyer goes on. */
export function reportByBuyer(file: string, reported: BuyerReport): void {
  appendFileSync(file, `${JSON.stringify(reported)}\n`);
}

export function readBuyerReports(file: string): BuyerReport[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  lines.pop();
  return lines.map((line) => JSON.parse(line) as BuyerReport);
}
