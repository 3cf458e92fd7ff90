import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Db } from '../context.server.ts';

/** One thing that happened with a claim. */
export interface ClaimEvent {
  readonly kind: string;
  /** Null: the checkout. */
  readonly personId: string | null;
  readonly detail: JsonObject;
  /** From where, empty for the checkout. */
  readonly ip: string;
  readonly at: Date;
}

/** What happened with a claim, oldest first. */
export async function historyOf(db: Db, claimId: string): Promise<readonly ClaimEvent[]> {
  const rows = await db
    .selectFrom('claim_events')
    .select(['kind', 'person_id', 'detail', 'ip', 'at'])
    .where('claim_id', '=', claimId)
    .orderBy('id')
    .execute();
  return rows.map(({ kind, person_id: personId, detail, ip, at }) => ({ kind, personId, detail, ip, at }));
}
