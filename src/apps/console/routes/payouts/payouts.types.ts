import type { PayoutDetail } from '../tasks/tasks.types.ts';

/** Answer of `GET /data/payouts`: what of the named payouts is still owed. Each look is in the audit log. */
export interface PayoutBatch {
  readonly payouts: readonly { readonly id: string; readonly payout: PayoutDetail }[];
}

/** Answer of `POST /data/payouts`: what became of each payout, in the order in which they were named. */
export interface PayoutResults {
  readonly results: readonly {
    readonly id: string;
    /** Code of why it was not recorded; null: it was, now or by the same call before. */
    readonly failure: string | null;
  }[];
}
