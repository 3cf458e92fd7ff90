import type { SaleView } from './sale-view.ts';

/** What staff can do about it, as the sale page names its commands; each needs the permission of its name. */
export type Cure =
  | 'access.resend'
  | 'buyer.correct'
  | 'code.renew'
  | 'link.create'
  | 'attempt.check'
  | 'refund.request'
  | 'refund.approve'
  | 'payout.record'
  | 'task.work'
  | 'dispute.answer'
  | 'webhook.replay'
  | 'subscription.change';

/** Who has to act, or acted last. */
export type Cause =
  | 'buyer'
  | 'buyer-bank'
  | 'gateway'
  | 'mail-server'
  | 'school-system'
  | 'tax-office'
  | 'staff'
  | 'shop'
  | 'nobody';

/** `ok`: nothing to do; `waits`: it goes on by itself; `needs-you`: somebody of the staff has to act; `lost`: no sale. */
export type Tone = 'ok' | 'waits' | 'needs-you' | 'lost';

/** A value of the sentence, formatted by whoever shows it. Amounts are minor units; times ISO 8601 (UTC). */
export type ExplanationValue =
  | { readonly kind: 'money'; readonly amount: string; readonly currency: string }
  | { readonly kind: 'time'; readonly at: string }
  | { readonly kind: 'day'; readonly day: string }
  | { readonly kind: 'count'; readonly count: number }
  | { readonly kind: 'method'; readonly method: string }
  | { readonly kind: 'decline'; readonly code: string }
  /** Class of a mail server's refusal. */
  | { readonly kind: 'refusal'; readonly code: string }
  | { readonly kind: 'text'; readonly text: string };

/** Why a sale is as it is: the rule whose words say it, with their values, and what to do. */
export interface Explanation {
  /** The words are `rule.<rule>` of `explanation.copy.json`. */
  readonly rule: string;
  readonly tone: Tone;
  readonly cause: Cause;
  readonly cure: Cure | null;
  /** The attempt, refund, exception, e-mail or event that it is about. */
  readonly about: string | null;
  readonly values: Readonly<Record<string, ExplanationValue>>;
}

/** What a rule that holds says beside its words. */
export interface RuleMatch {
  readonly about?: string;
  readonly values?: Explanation['values'];
}

/** One row of the table. The first whose `when` gives a match explains the sale. */
export interface ExplanationRule {
  readonly id: string;
  readonly tone: Tone;
  readonly cause: Cause;
  readonly cure: Cure | null;
  readonly when: (view: SaleView) => RuleMatch | false;
}
