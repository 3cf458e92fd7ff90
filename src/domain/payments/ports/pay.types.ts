import type { Money } from '#src/kernel/money/money.ts';
import type { Result } from '#src/kernel/result/result.ts';
import type { RiskRejection } from '../../risk/index.ts';
import type { SplitPaymentStatus } from '../../orders/index.ts';
import type { Quote } from '../../checkout/quotes/index.ts';
import type { FieldErrors } from './rail.contract.ts';

/** One part of an order's price, as the buyer chose it. */
export interface TenderRequest {
  /** The specification's word for the method (any alias). */
  readonly method: string;
  readonly installments: number;
  /** Part of the price in minor units; absent = all that is still owed. */
  readonly amount?: bigint;
  /** The rail's own form fields. */
  readonly fields: Readonly<Record<string, string>>;
  /** A kept means is charged by one press: nothing of it is typed again. */
  readonly isOneClick?: true;
}

export interface PayRequest {
  readonly sessionId: string;
  readonly idempotencyKey: string;
  readonly quoteId: string;
  /**
   * What the caller asked for, in its own words, when it left finding the quote to us: tells its request from another
   * with the same key in the quote's place, since later its same words may mean another quote.
   */
  readonly asked?: string;
  /** What the buyer was shown, in minor units; only compared. */
  readonly shownAmount?: bigint;
  /** One to five; at most one leaves its amount out and pays the rest. Their amounts sum to what is owed. */
  readonly tenders: readonly TenderRequest[];
  /** Where free time comes first: the words of it that the buyer accepted, and what they are called. */
  readonly trial?: { readonly label: string; readonly text: string };
  /** Whom the call names: the purchase has to be this person's. */
  readonly contact?: { readonly name: string; readonly email: string; readonly phone: string };
  readonly browser: { readonly userAgent: string; readonly language: string; readonly ip: string };
  /** The browser that pays, where it may be another than the purchase's own: SHA-256 of its cookie's secret. */
  readonly visitor?: string;
  /**
   * Called when the named quote expired and a new one of the same price is paid in its place, before it is: what the buyer
   * accepted for the old quote is moved to the new one.
   */
  readonly onQuoteReplaced?: (quoteId: string) => Promise<void>;
}

/** Where things stand after a try; the page goes where it says. */
/** How the whole order stands when several tenders pay it. Amounts are minor units; the time is ISO 8601. */
export interface SplitAnswer {
  readonly standing: SplitPaymentStatus;
  /** Reserved and taken of the price. */
  readonly held: number;
  /** What the next tenders must sum to. */
  readonly owed: number;
  readonly heldUntil: string | null;
}

export interface PayAnswer {
  readonly orderId: string;
  /** Empty when nothing had to be paid: then there is no attempt, and `state` is `captured`. */
  readonly attemptId: string;
  readonly state: string;
  /** `declined` carries the code for the words. */
  readonly declineCode: string | null;
  /** Present when several tenders pay the order: `attemptId` is then the one that the buyer has to see. */
  readonly split?: SplitAnswer;
}

export type PayFailure =
  | { readonly code: 'fields-invalid'; readonly fields: FieldErrors }
  | { readonly code: 'quote-changed'; readonly quote: Quote }
  | {
      readonly code:
        | 'quote-not-found'
        | 'lead-missing'
        | 'lead-differs'
        | 'method-not-offered'
        | 'installments-not-offered';
    }
  | {
      readonly code:
        | 'tenders-do-not-sum'
        | 'tender-mix-not-offered'
        /** A part is below the least that a part may be (1.00). */
        | 'tender-too-small'
        /** A part would wait for its buyer longer than another's company keeps money reserved. */
        | 'hold-too-short'
        | 'voucher-used-up'
        | 'place-full'
        | 'tickets-sold-out'
        | 'token-used';
    }
  /** What a way to pay takes at once: a part may fit where the whole does not. */
  | {
      readonly code: 'amount-below-limit' | 'amount-above-limit';
      readonly limit: Money;
      /** Which tender of the call. */
      readonly tender: number;
    }
  /** The buyer is known by a kind of document that this way to pay does not take. */
  | { readonly code: 'document-not-taken'; readonly tender: number }
  /** The flow asks something ahead of the payment that was not answered yet: `step` is its id, `template` its screen. */
  | { readonly code: 'step-missing'; readonly step: string; readonly template: string }
  | { readonly code: 'order-paid'; readonly orderId: string }
  | { readonly code: 'attempt-open'; readonly orderId: string; readonly attemptId: string }
  /** The phone that would ring is asked for another payment, which it has so long to answer. */
  | { readonly code: 'prompt-open'; readonly retryAfterSeconds: number }
  | { readonly code: 'key-reused' }
  /** Free time comes first, and its words were not accepted. */
  | { readonly code: 'trial-not-accepted'; readonly quote: Quote }
  /** Somebody known by the same address, phone, document or means had it before: the price is to be paid at once. */
  | { readonly code: 'trial-used' }
  /** The means' bank says no to it; nothing was charged. */
  | { readonly code: 'means-refused'; readonly declineCode: string }
  | RiskRejection
  | { readonly code: 'gateway-unreachable'; readonly orderId: string };

export type PayResult = Result<PayAnswer, PayFailure>;
