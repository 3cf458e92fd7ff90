import { type Kysely, sql } from 'kysely';
import { decryptText } from '#src/kernel/crypto/encrypt-text.server.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import type { Database } from '../../database/index.server.ts';
import type { PointsMemberService } from './points-member-service.port.ts';
import { pointsEncryptionKey } from './points-link.repository.server.ts';

/**
 * The desk over the product's own tables. `codeKey` is the one of `DomainConfig`. Who proved themselves in a purchase has
 * done so for what follows from it, too: an offer after it, and the bills of what it began.
 */
export function createPointsMemberService({
  db,
  clock,
  codeKey,
}: {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly codeKey: string;
}): PointsMemberService {
  const key = pointsEncryptionKey({ config: { codeKey } });
  return {
    async verifiedMemberFor(attemptId) {
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
        .where('points_links.token_expires_at', '>', clock.now())
        .orderBy('proving.rank')
        .limit(1)
        .executeTakeFirst();
      const token = row?.token ? decryptText(key, row.token) : null;
      return row && token !== null ? { memberId: row.member_id, token } : null;
    },
  };
}
