import { sql } from 'kysely';
import type { Db } from '../base-context.server.ts';
import { riskLimits } from './risk-limits.data.ts';
import type { AttemptCounts } from './decide-risk.ts';

/** What speaks for a buyer. `known`: they have paid here before; `proved`: only their phone is theirs. */
export type BuyerTrust = 'unknown' | 'proved' | 'known';

/**
 * What speaks for whoever pays in a session: an order that the same browser paid some time ago (a stolen card that paid a
 * moment ago speaks for nobody), or a phone that was proved. `visitor`: as in `checkPayment`.
 */
export async function buyerTrust(db: Db, sessionId: string, now: Date, visitor?: string): Promise<BuyerTrust> {
  const before = new Date(now.getTime() - riskLimits.known.paidForSeconds * 1000);
  const { rows } = await sql<{ proved: boolean; paid: boolean }>`
    select exists (select 1 from leads l where l.id = s.lead_id and l.phone_verified_at is not null) as proved,
      exists (select 1 from checkout_sessions earlier join orders o on o.session_id = earlier.id
        where earlier.browser_hash = coalesce(${visitor ?? null}, s.browser_hash)
          and o.state = 'paid' and o.received > 0 and o.paid_at < ${before}) as paid
    from checkout_sessions s where s.id = ${sessionId}`.execute(db);
  const [row] = rows;
  if (row?.paid) return 'known';
  return row?.proved ? 'proved' : 'unknown';
}

/** Nobody stays known while their own tries go wrong: a browser that paid once is no key for stolen cards. */
export function currentTrust(trust: BuyerTrust, counts: readonly AttemptCounts[]): BuyerTrust {
  const isRefused = counts.some(
    ({ subject, refused }) => (subject === 'buyer' || subject === 'browser') && refused > 0,
  );
  return trust === 'known' && isRefused ? 'unknown' : trust;
}
