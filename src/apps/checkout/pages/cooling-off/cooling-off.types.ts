/** What the form that says where to pay out to is sent with. */
export const payoutIntent = 'details';

/** What goes back by one way to pay, as finished text. */
export interface RefundLine {
  readonly id: string;
  readonly label: string;
  readonly amount: string;
  /** By which way and when, before it is asked for; how far it is, after. */
  readonly how: string;
}

/** A purchase and its buyer's right to go back on it, as finished text. */
export interface CoolingOffData {
  readonly kind: 'open' | 'done' | 'late' | 'no-right' | 'unpaid' | 'returned';
  readonly product: string;
  readonly number: string;
  /** When it was paid; null before. */
  readonly boughtAt: string | null;
  /** Last day to withdraw; null where there is no such right. */
  readonly lastDay: string | null;
  /** When it was asked for; null before. */
  readonly askedAt: string | null;
  /** What goes back in all; null when nothing does. */
  readonly amount: string | null;
  /** What is owed to the buyer besides, and paid to the account that they give; null when nothing is. */
  readonly owed: string | null;
  readonly lines: readonly RefundLine[];
  /** All of it has gone back. */
  readonly isRefunded: boolean;
  /** Something of it can only be paid out to where the buyer says: `wanted` until they said, `given` after. */
  readonly details: 'none' | 'wanted' | 'given';
  /** Digits of the number by which any account of the market is paid; null = a key, or bank, branch and account. */
  readonly digits: number | null;
  /** Their key or account, as they know it again. */
  readonly hint: string | null;
  /** What ends with it: the access, with its subscription where there is one, or only the change of plan that it paid. */
  readonly ends: 'access' | 'subscription' | 'plan';
  /** Where the e-mails go, masked. */
  readonly email: string;
  readonly help: string;
  /** Where a buyer goes who keeps the purchase. */
  readonly keep: string;
}
