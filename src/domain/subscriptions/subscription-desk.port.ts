import type { Result } from '#src/kernel/result/result.ts';

/** A bill that was made for a change, and the secret of the link by which it is paid (`/payment/<id>`). */
export interface DeskBill {
  readonly invoiceId: string;
  readonly token: string;
}

/** `changed`: the subscription or its price is not what the buyer was shown any more. */
export type DeskFailure = 'plan-not-offered' | 'changed';

export interface DeskWish {
  readonly subscriptionId: string;
  readonly planId: string;
  /** What the buyer was shown, in minor units; only compared. */
  readonly shownAmount: bigint;
}

/** Who changes subscriptions, and bills for it. A missing member means that nobody does: the screens then say so. */
export interface SubscriptionDesk {
  renew?(wish: DeskWish): Promise<Result<DeskBill, DeskFailure>>;
  upgrade?(wish: DeskWish): Promise<Result<DeskBill, DeskFailure>>;
}
