import type { JsonObject } from '#src/kernel/json/json.ts';
import type { PayeeView } from '#src/ui/payment/rail-views.ts';
import type { SplitStatus } from '../../site/order-status/split-status.tsx';
import type { WatchedOrder } from '../../site/order-status/use-order-watch.ts';
import type { ResumeLink } from '../../site/resume-link/resume-link.types.ts';

/** The data of the waiting page. */
export interface WaitingData {
  readonly rail: string;
  readonly attemptId: string;
  readonly state: 'open' | 'expired';
  readonly amount: string;
  /** From the rail's server half; empty once expired. */
  readonly instructions: JsonObject;
  /** The payee as the payer's bank shows it; null where it is unknown. */
  readonly payee: PayeeView | null;
  /** ISO instant (UTC). */
  readonly expiresAt: string;
  /** Server time when the page was rendered. */
  readonly secondsLeft: number;
  /** The state of the parts of a split price; else null. */
  readonly parts: SplitStatus | null;
  /** The provider's own page, opened by itself the first time; null where there is none. */
  readonly leave: { readonly href: string; readonly isByItself: boolean } | null;
  /** The link to another device: `link` once it was requested; null where none is allowed. */
  readonly resume: { readonly link: ResumeLink | null } | null;
  readonly otherWay: string;
  /** The payment's number among the flow's steps: waiting is part of it. Null when it is not counted. */
  readonly step: { readonly number: number; readonly of: number } | null;
  readonly watch: WatchedOrder;
}

/** The page between the submitted form and the gateway's response. */
export interface ParsingData {
  readonly watch: WatchedOrder;
}

/** The data of the challenge page. */
export interface PaymentVerificationData {
  /** The bank's address for the hidden form. */
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly secondsLeft: number;
  /** Our own path to which the bank's frame returns. */
  readonly returnPath: string;
  /** Back to the payment methods, without completing the challenge. */
  readonly leave: string;
  readonly watch: WatchedOrder;
}
