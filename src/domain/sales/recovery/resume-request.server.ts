import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { SalesContext } from '../context.server.ts';
import { spendLinkBudget } from '../../customers/magic-links/index.server.ts';
import { isSupportedPhone, consumeSmsBudgets } from '../../customers/phones/index.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import {
  insertResumeRequest,
  lockContactOfSession,
  type ResumeChannel,
  resumeRequestsSince,
} from './resume-request.repository.server.ts';

/** `too-many`: the purchase, its e-mail address, its phone or the caller's address has reached a limit. */
type ResumeFailure = 'lead-missing' | 'phone-not-served' | 'too-many';

/** Requests of one purchase in a day, by both channels. */
const maxPerDay = 4;
/** The same request within this time is a double press. */
const duplicateSeconds = 60;

/**
 * Records that a buyer wants the link of their purchase sent to the address or phone that they gave, never to another, and
 * queues a job that sends it. No secret is stored: the link is made when it is sent.
 */
export async function requestResume(
  ctx: SalesContext,
  { sessionId, channel, ip }: { readonly sessionId: string; readonly channel: ResumeChannel; readonly ip: string },
): Promise<Result<null, ResumeFailure>> {
  const now = ctx.clock.now();
  const since = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);
  // A failure undoes every count of the transaction: a request that one limit refuses counts in none.
  return inTransaction(ctx.db, async (trx): Promise<Result<null, ResumeFailure>> => {
    const contact = await lockContactOfSession(trx, sessionId);
    if (!contact) return err('lead-missing');
    const before = await resumeRequestsSince(trx, sessionId, since(86_400));
    if (before.some((request) => request.channel === channel && request.requestedAt > since(duplicateSeconds)))
      return ok(null);
    if (before.length >= maxPerDay) return err('too-many');
    if (channel === 'sms' && !isSupportedPhone(contact.phone)) return err('phone-not-served');
    if (channel === 'sms' && !(await consumeSmsBudgets(ctx, trx, contact.phone, ip))) return err('too-many');
    // A stranger can begin purchases under another person's address.
    const emailBudget = { to: 'purchase', email: contact.email.toLowerCase(), ip } as const;
    if (channel === 'email' && !(await spendLinkBudget(ctx, trx, emailBudget))) return err('too-many');
    const id = await insertResumeRequest(trx, { sessionId, channel }, now);
    await ctx.jobs.send(trx, 'send-resume-link', { resumeRequestId: id });
    return ok(null);
  });
}
