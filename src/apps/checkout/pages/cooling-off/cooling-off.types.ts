/** Intent of the form with the payout details. */
export const payoutIntent = 'details';

/** The refund by one payment method, as formatted text. */
export interface RefundLine {
  readonly id: string;
  readonly label: string;
  readonly amount: string;
  /** Method and date before the request; progress after it. */
  readonly how: string;
}

/** A purchase and its cooling-off right, as formatted text. */
export interface CoolingOffData {
  readonly kind: 'open' | 'done' | 'late' | 'no-right' | 'unpaid' | 'returned';
  readonly product: string;
  readonly number: string;
  /** Date of the payment; null before. */
  readonly boughtAt: string | null;
  /** Last day of the cooling-off period; null without the right. */
  readonly lastDay: string | null;
  /** Date of the request; null before. */
  readonly askedAt: string | null;
  /** The total refund; null when there is none. */
  readonly amount: string | null;
  /** A surplus that is paid out to the buyer's account; null without one. */
  readonly owed: string | null;
  readonly lines: readonly RefundLine[];
  /** The whole refund is completed. */
  readonly isRefunded: boolean;
  /** A part needs the buyer's payout details: `wanted` until they are given, `given` after. */
  readonly details: 'none' | 'wanted' | 'given';
  /** Digits of the market's account number for payouts; null = a key, or bank, branch and account. */
  readonly digits: number | null;
  /** The buyer's key or account, masked. */
  readonly hint: string | null;
  /** What the cancellation ends: the access, with its subscription where there is one, or only the paid plan change. */
  readonly ends: 'access' | 'subscription' | 'plan';
  /** The e-mail address, masked. */
  readonly email: string;
  readonly help: string;
  /** Address for a buyer who keeps the purchase. */
  readonly keep: string;
}
