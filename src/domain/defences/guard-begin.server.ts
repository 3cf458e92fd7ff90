import { sql } from 'kysely';
import type { DomainContext } from '../context.server.ts';
import { spendCounts } from './counts.server.ts';
import type { Guesser } from './guess-word.server.ts';
import { defenceLimits } from './limits.data.ts';
import { addressSubjects, subjectKey } from './origin.server.ts';
import { spendProof, takeProof } from './proof.server.ts';

const { leads } = defenceLimits;

/**
 * Counts one more purchase that an address begins; to be asked once all that was sent is checked, and not for one that is
 * begun already. False when it has begun very many in this hour and nothing was proved for this one: `token` is a solved
 * challenge, where the caller brings one.
 */
export async function mayBegin(ctx: DomainContext, { ip, browserHash }: Guesser, token?: string): Promise<boolean> {
  if (await spendCounts(ctx, addressSubjects(ctx, 'leads', ip, leads.addressFree))) return true;
  if (token !== undefined) await takeProof(ctx, { token, action: 'lead', browserHash });
  return spendProof(ctx, ctx.db, { action: 'lead', browserHash });
}

/**
 * What a browser can do that proves no work, because it runs no script: wait once for each purchase that it begins. Gives
 * the seconds that are left, at least one; 0 when it has waited, which uses its turn up. Asking again does not make it longer.
 */
export async function waitForTurn(ctx: DomainContext, browserHash: string): Promise<number> {
  const now = ctx.clock.now().getTime();
  const key = { subject: subjectKey(ctx, 'leads-turn', browserHash), period: 'turn' };
  const isReady = new Date(now + (leads.turnLifeSeconds - leads.waitSeconds) * 1000);
  const { rows: taken } = await sql`
    delete from guard_counts where subject = ${key.subject} and period = ${key.period}
      and ends_at > ${new Date(now)} and ends_at <= ${isReady} returning subject`.execute(ctx.db);
  if (taken.length > 0) return 0;
  const { rows } = await sql<{ ends_at: Date }>`
    insert into guard_counts (subject, period, count, ends_at)
    values (${key.subject}, ${key.period}, 1, ${new Date(now + leads.turnLifeSeconds * 1000)})
    on conflict (subject, period) do update set ends_at =
      case when guard_counts.ends_at > ${new Date(now)} then guard_counts.ends_at else excluded.ends_at end
    returning ends_at`.execute(ctx.db);
  const ends = rows[0]?.ends_at ?? isReady;
  return Math.max(1, Math.ceil((ends.getTime() - isReady.getTime()) / 1000));
}
