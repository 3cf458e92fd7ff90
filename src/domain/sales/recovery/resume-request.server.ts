import { newId } from '#src/kernel/ids/ids.server.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db } from '../../base-context.server.ts';
import type { SalesContext } from '../context.server.ts';
import { spendLinkBudget } from '../../customers/magic-links/index.server.ts';
import { isSupportedPhone, consumeSmsBudgets } from '../../customers/phones/index.server.ts';
import { inTransaction } from '../../transaction.server.ts';

/** By which way the link of a purchase goes to its own buyer. */
export type ResumeChannel = 'email' | 'sms';

/** `too-many`: this purchase or its address of mail has had its links for now, or its phone or the asker's address its messages. */
type ResumeFailure = 'lead-missing' | 'phone-not-served' | 'too-many';

/** Far more than anybody needs who lost one. */
const maxPerDay = 4;
/** The same wish within this time is a hand that pressed twice. */
const duplicateSeconds = 60;

/**
 * Notes that a buyer wants the link of their purchase sent to the address or phone that they gave, never to another, and
 * has a job send it. No secret is kept: the link is made when it goes out.
 */
export async function requestResume(
  ctx: SalesContext,
  { sessionId, channel, ip }: { readonly sessionId: string; readonly channel: ResumeChannel; readonly ip: string },
): Promise<Result<null, ResumeFailure>> {
  const now = ctx.clock.now();
  const since = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);
  // A message that is refused by one limit counts in none: the same telephone is sent codes out of them.
  return inTransaction(ctx.db, async (trx): Promise<Result<null, ResumeFailure>> => {
    const lead = await trx
      .selectFrom('checkout_sessions')
      .innerJoin('leads', 'leads.id', 'checkout_sessions.lead_id')
      .select(['leads.email', 'leads.phone'])
      .where('checkout_sessions.id', '=', sessionId)
      .forNoKeyUpdate('checkout_sessions')
      .executeTakeFirst();
    if (!lead) return err('lead-missing');
    const before = await trx
      .selectFrom('resume_requests')
      .select(['channel', 'requested_at'])
      .where('session_id', '=', sessionId)
      .where('requested_at', '>', since(86_400))
      .execute();
    if (before.some((request) => request.channel === channel && request.requested_at > since(duplicateSeconds)))
      return ok(null);
    if (before.length >= maxPerDay) return err('too-many');
    if (channel === 'sms' && !isSupportedPhone(lead.phone)) return err('phone-not-served');
    if (channel === 'sms' && !(await consumeSmsBudgets(ctx, trx, lead.phone, ip))) return err('too-many');
    // Anybody can begin purchases under somebody's address.
    const emailBudget = { to: 'purchase', email: lead.email.toLowerCase(), ip } as const;
    if (channel === 'email' && !(await spendLinkBudget(ctx, trx, emailBudget))) return err('too-many');
    const id = newId('rsm');
    await trx
      .insertInto('resume_requests')
      .values({ id, session_id: sessionId, channel, state: 'waiting', requested_at: now, completed_at: null })
      .execute();
    await ctx.jobs.send(trx, 'send-resume-link', { resumeRequestId: id });
    return ok(null);
  });
}

/**
 * Takes a wish to send its link; null when it was taken before. It is taken for good: two links to one buyer are worse than
 * none, which can be asked for again.
 */
export async function acquireResumeRequest(
  db: Db,
  id: string,
): Promise<{ readonly sessionId: string; readonly channel: ResumeChannel } | null> {
  const row = await db
    .updateTable('resume_requests')
    .set({ state: 'sending' })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning(['session_id', 'channel'])
    .executeTakeFirst();
  return row ? { sessionId: row.session_id, channel: row.channel as ResumeChannel } : null;
}

/** `not-sent`: it certainly did not go, and may be taken again. */
export async function completeResumeRequest(
  { db, clock }: Pick<SalesContext, 'db' | 'clock'>,
  id: string,
  outcome: 'sent' | 'not-sent' | 'not-needed',
): Promise<void> {
  await db
    .updateTable('resume_requests')
    .set(outcome === 'not-sent' ? { state: 'waiting' } : { state: outcome, completed_at: clock.now() })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute();
}
