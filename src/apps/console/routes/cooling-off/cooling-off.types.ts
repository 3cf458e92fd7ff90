import type { CoolingOffView } from '#src/domain/refunds/cooling-off/index.ts';

/** Answer of `GET /data/cooling-off/:orderId`: whether the buyer may still return the purchase. Amounts are minor units. */
export interface CoolingOffStatusView {
  readonly standing: CoolingOffView['standing'];
  /** Last day in the market, `YYYY-MM-DD`; null where there is no such right. */
  readonly lastDay: string | null;
  /** ISO 8601 in UTC; null before. */
  readonly askedAt: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly ends: CoolingOffView['ends'];
  /** A part of it is paid by the school itself, once the buyer has given an account. */
  readonly needsAccount: boolean;
}
