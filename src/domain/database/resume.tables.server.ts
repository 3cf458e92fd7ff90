/** Rows of `migrations/0027-looking-back.ts`; times are UTC instants. */
export interface ResumeWishesTable {
  id: string;
  session_id: string;
  channel: string;
  state: string;
  wished_at: Date;
  settled_at: Date | null;
}
