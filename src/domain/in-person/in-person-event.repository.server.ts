import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Db } from '../base-context.server.ts';

/** One thing that happened with a claim. */
export interface InPersonEvent {
  readonly kind: string;
  /** Null: the checkout. */
  readonly staffMemberId: string | null;
  readonly detail: JsonObject;
  /** From where, empty for the checkout. */
  readonly ip: string;
  readonly at: Date;
}

/** What happened with a claim, oldest first. */
export async function historyOf(db: Db, inPersonPaymentId: string): Promise<readonly InPersonEvent[]> {
  const rows = await db
    .selectFrom('in_person_events')
    .select(['kind', 'staff_member_id', 'detail', 'ip', 'at'])
    .where('in_person_payment_id', '=', inPersonPaymentId)
    .orderBy('id')
    .execute();
  return rows.map(({ kind, staff_member_id: staffMemberId, detail, ip, at }) => ({
    kind,
    staffMemberId,
    detail,
    ip,
    at,
  }));
}
