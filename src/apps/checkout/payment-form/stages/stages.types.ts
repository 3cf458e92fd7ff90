import type { JsonObject } from '#src/kernel/json/json.ts';
import type { PayeeView } from '#src/ui/payment/rail-views.ts';
import type { SplitStatus } from '../../site/order-status/split-status.tsx';
import type { WatchedOrder } from '../../site/order-status/use-order-watch.ts';
import type { ResumeLink } from '../../site/resume-link/resume-link.types.ts';

/** What the waiting page shows. */
export interface WaitingData {
  readonly rail: string;
  readonly attemptId: string;
  readonly state: 'open' | 'expired';
  readonly amount: string;
  /** As the rail's server half presents them; empty once expired. */
  readonly instructions: JsonObject;
  /** Who receives, as the payer's bank shows it; null where nobody knows. */
  readonly payee: PayeeView | null;
  /** ISO instant (UTC). */
  readonly expiresAt: string;
  /** By the server's clock, when the page was made. */
  readonly secondsLeft: number;
  /** How the parts of the price stand, where several ways pay it; else null. */
  readonly parts: SplitStatus | null;
  /** The provider's own page, where the buyer goes on, by itself the first time; null where there is none. */
  readonly leave: { readonly href: string; readonly isByItself: boolean } | null;
  /** How the purchase goes on elsewhere: `link` once it was asked for; null where it may not. */
  readonly resume: { readonly link: ResumeLink | null } | null;
  readonly otherWay: string;
  /** The payment's place among the flow's steps: waiting is part of it. Null when it is not counted. */
  readonly step: { readonly number: number; readonly of: number } | null;
  readonly watch: WatchedOrder;
}

/** The page between the press and the company's answer. */
export interface ParsingData {
  readonly watch: WatchedOrder;
}

/** What the page of the bank's question is made of. */
export interface PaymentVerificationData {
  /** Where the bank takes the hidden form. */
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly secondsLeft: number;
  /** Path of ours to which the bank's frame comes back. */
  readonly returnPath: string;
  /** Back to the ways to pay, without an answer. */
  readonly leave: string;
  readonly watch: WatchedOrder;
}
