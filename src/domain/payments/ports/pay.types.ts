import type { Money } from '#src/kernel/money/money.ts';
import type { Result } from '#src/kernel/result/result.ts';
import type { RiskRejection } from '../../risk/index.ts';
import type { SplitPaymentStatus } from '../../orders/index.ts';
import type { Quote } from '../../checkout/quotes/index.ts';
import type { FieldErrors } from './rail.contract.ts';

/** One part of an order's price, as the buyer chose it. */
export interface TenderRequest {
  /** Method name of the specification (any alias). */
  readonly method: string;
  readonly installments: number;
  /** Part of the price in minor units; absent = all that is still owed. */
  readonly amount?: bigint;
  /** The rail's own form fields. */
  readonly fields: Readonly<Record<string, string>>;
  /** A one-click payment by a saved instrument, without a form. */
  readonly isOneClick?: true;
}

export interface PayRequest {
  readonly sessionId: string;
  readonly idempotencyKey: string;
  readonly quoteId: string;
  /**
   * Identifies the request of a caller who named no quote, in the quote's place: the same request may find another
   * quote later.
   */
  readonly asked?: string;
  /** The amount that the buyer was shown, in minor units; only compared. */
  readonly shownAmount?: bigint;
  /** One to five; at most one leaves its amount out and pays the rest. Their amounts sum to what is owed. */
  readonly tenders: readonly TenderRequest[];
  /** The trial's terms that the buyer accepted, with their label. */
  readonly trial?: { readonly label: string; readonly text: string };
  /** Whom the call names: the purchase has to be this person's. */
  readonly contact?: { readonly name: string; readonly email: string; readonly phone: string };
  readonly browser: { readonly userAgent: string; readonly language: string; readonly ip: string };
  /** The browser that pays, where it may be another than the purchase's own: SHA-256 of its cookie's secret. */
  readonly visitor?: string;
  /**
   * Called before a new quote of the same price is paid in place of an expired one: consents for the old quote are
   * moved to the new one.
   */
  readonly onQuoteReplaced?: (quoteId: string) => Promise<void>;
}

/** Where things stand after a try; the page goes where it says. */
/** How the whole order stands when several tenders pay it. Amounts are minor units; the time is ISO 8601. */
export interface SplitAnswer {
  readonly standing: SplitPaymentStatus;
  /** Reserved and taken of the price. */
  readonly held: number;
  /** The amount that the next tenders must sum to. */
  readonly owed: number;
  readonly heldUntil: string | null;
}

export interface PayAnswer {
  readonly orderId: string;
  /** Empty when nothing had to be paid: then there is no attempt, and `state` is `captured`. */
  readonly attemptId: string;
  readonly state: string;
  /** The decline code; null unless the attempt was declined. */
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
        /** A part would wait for its buyer longer than another part's gateway reserves money. */
        | 'hold-too-short'
        | 'voucher-used-up'
        | 'place-full'
        | 'tickets-sold-out'
        | 'token-used';
    }
  /** A limit of one payment by this method: a part of the price may be within it where the whole is not. */
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
  /** The trial's terms were not accepted. */
  | { readonly code: 'trial-not-accepted'; readonly quote: Quote }
  /** A person with the same address, phone, document or instrument has had the trial: the price is due at once. */
  | { readonly code: 'trial-used' }
  /** The instrument's bank declined the verification; nothing was charged. */
  | { readonly code: 'means-refused'; readonly declineCode: string }
  | RiskRejection
  | { readonly code: 'gateway-unreachable'; readonly orderId: string };

export type PayResult = Result<PayAnswer, PayFailure>;
