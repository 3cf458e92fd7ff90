import type { Kysely } from 'kysely';
import { unsealText } from '#src/kernel/ids/sealed-text.server.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import type { Database } from '../database/index.server.ts';
import type { MemberDesk } from './member-desk.port.ts';
import { sealKey } from './points-link.repository.server.ts';

/** The desk over the product's own tables. `codeKey` is the one of `DomainConfig`. */
export function createMemberDesk({
  db,
  clock,
  codeKey,
}: {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly codeKey: string;
}): MemberDesk {
  const key = sealKey({ config: { codeKey } });
  return {
    async openedFor(attemptId) {
      const row = await db
        .selectFrom('attempts')
        .innerJoin('orders', 'orders.id', 'attempts.order_id')
        .innerJoin('points_links', 'points_links.session_id', 'orders.session_id')
        .select(['points_links.member_id', 'points_links.token'])
        .where('attempts.id', '=', attemptId)
        .where('points_links.kind', '=', 'spend')
        .where('points_links.token_expires_at', '>', clock.now())
        .executeTakeFirst();
      const token = row?.token ? unsealText(key, row.token) : null;
      return row && token !== null ? { memberId: row.member_id, token } : null;
    },
  };
}
