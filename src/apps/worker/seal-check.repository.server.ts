import type { Kysely } from 'kysely';
import type { Database } from '#src/domain/database/index.server.ts';

export type SealChain = 'ledger' | 'audit-log';

/** Records the last check of a chain of sealed days. */
export async function recordSealCheck(
  db: Kysely<Database>,
  chain: SealChain,
  check: { readonly checkedAt: Date; readonly days: number; readonly daysRead: number; readonly problems: number },
): Promise<void> {
  const { checkedAt, days, daysRead, problems } = check;
  const row = { checked_at: checkedAt, days, days_read: daysRead, problems };
  await db
    .insertInto('seal_checks')
    .values({ chain, ...row })
    .onConflict((conflict) => conflict.column('chain').doUpdateSet(row))
    .execute();
}
