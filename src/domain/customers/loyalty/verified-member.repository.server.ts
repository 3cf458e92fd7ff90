import { sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';

/**
 * The verified member of an attempt's session, with the encrypted token that did not expire; else that of the purchase from
 * which its order follows: an upsell's, or the one that began the subscription that it pays.
 */
export async function verifiedMemberOfAttempt(
  db: Db,
  attemptId: string,
  now: Date,
): Promise<{ readonly memberId: string; readonly encryptedToken: string | null } | null> {
  const row = await db
    .with('paid', (of) =>
      of
        .selectFrom('attempts')
        .innerJoin('orders', 'orders.id', 'attempts.order_id')
        .select(['orders.session_id', 'orders.parent_order_id'])
        .where('attempts.id', '=', attemptId),
    )
    .with('proving', (of) =>
      of
        .selectFrom('paid')
        .select(['paid.session_id', sql<number>`0`.as('rank')])
        .unionAll((or) =>
          or
            .selectFrom('paid')
            .innerJoin('orders', 'orders.id', 'paid.parent_order_id')
            .select(['orders.session_id', sql<number>`1`.as('rank')]),
        )
        .unionAll((or) =>
          or
            .selectFrom('paid')
            .innerJoin('invoices', 'invoices.session_id', 'paid.session_id')
            .innerJoin('subscriptions', 'subscriptions.id', 'invoices.subscription_id')
            .innerJoin('leads', 'leads.id', 'subscriptions.lead_id')
            .select(['leads.session_id', sql<number>`1`.as('rank')]),
        ),
    )
    .selectFrom('proving')
    .innerJoin('points_links', 'points_links.session_id', 'proving.session_id')
    .select(['points_links.member_id', 'points_links.token'])
    .where('points_links.kind', '=', 'spend')
    .where('points_links.token_expires_at', '>', now)
    .orderBy('proving.rank')
    .limit(1)
    .executeTakeFirst();
  return row ? { memberId: row.member_id, encryptedToken: row.token } : null;
}
