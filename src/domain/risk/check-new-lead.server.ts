import { sql } from 'kysely';
import type { RiskContext } from './context.server.ts';
import { consumeRates } from './rate-counters.server.ts';
import type { VoucherGuesser } from './check-voucher-guess.server.ts';
import { riskLimits } from './risk-limits.data.ts';
import { addressRateSubjects, subjectKey } from './attempt-origin.server.ts';
import { spendProofOfWork, redeemProofOfWork } from './proof-of-work.server.ts';

const { leads } = riskLimits;

/**
 * Counts one more purchase that an address begins; to be asked once all that was sent is checked, and not for one that is
 * begun already. False when it has begun very many in this hour and nothing was proved for this one: `token` is a solved
 * challenge, where the caller brings one.
 */
export async function checkNewLead(
  ctx: RiskContext,
  { ip, browserHash }: VoucherGuesser,
  token?: string,
): Promise<boolean> {
  if (await consumeRates(ctx, addressRateSubjects(ctx, 'leads', ip, leads.freePerAddress))) return true;
  if (token !== undefined) await redeemProofOfWork(ctx, { token, action: 'lead', browserHash });
  return spendProofOfWork(ctx, ctx.db, { action: 'lead', browserHash });
}

/**
 * What a browser can do that proves no work, because it runs no script: wait once for each purchase that it begins. Gives
 * the seconds that are left, at least one; 0 when it has waited, which uses its turn up. Asking again does not make it longer.
 */
export async function waitSecondsForLead(ctx: RiskContext, browserHash: string): Promise<number> {
  const now = ctx.clock.now().getTime();
  const key = { subject: subjectKey(ctx, 'leads-turn', browserHash), period: 'turn' };
  const isReady = new Date(now + (leads.turnLifeSeconds - leads.waitSeconds) * 1000);
  const { rows: taken } = await sql`
    delete from rate_counters where subject = ${key.subject} and period = ${key.period}
      and ends_at > ${new Date(now)} and ends_at <= ${isReady} returning subject`.execute(ctx.db);
  if (taken.length > 0) return 0;
  const { rows } = await sql<{ ends_at: Date }>`
    insert into rate_counters (subject, period, count, ends_at)
    values (${key.subject}, ${key.period}, 1, ${new Date(now + leads.turnLifeSeconds * 1000)})
    on conflict (subject, period) do update set ends_at =
      case when rate_counters.ends_at > ${new Date(now)} then rate_counters.ends_at else excluded.ends_at end
    returning ends_at`.execute(ctx.db);
  const ends = rows[0]?.ends_at ?? isReady;
  return Math.max(1, Math.ceil((ends.getTime() - isReady.getTime()) / 1000));
}
