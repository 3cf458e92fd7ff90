/** Rows of `migrations/0008-upsells.ts`; times are UTC instants. */
export interface UpsellDecisionsTable {
  order_id: string;
  offer_id: string;
  decision: string;
  session_id: string | null;
  decided_at: Date;
}
