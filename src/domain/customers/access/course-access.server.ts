import type { Db } from '../../base-context.server.ts';
import { recordEvent } from '../../messaging/outbox/index.server.ts';
import type { CustomersContext } from '../context.server.ts';
import { issueToken } from './access-token.repository.server.ts';
import { restoreGrantsOfSubscription, revokeGrantsOfSubscription } from './access.repository.server.ts';

/** A first access token lives 15 minutes and works once. */
const firstAccessSeconds = 15 * 60;
/** The e-mail's link to the page that makes such a token: a year, because people look for the e-mail later. */
const emailLinkSeconds = 365 * 24 * 3600;

/** Makes a one-time address of the school's first access page; null while the order is not paid. */
export async function issueFirstAccess(
  ctx: CustomersContext,
  orderId: string,
): Promise<{ readonly url: string; readonly expiresAt: Date } | null> {
  const issued = await issueToken(ctx, orderId, 'first-access', firstAccessSeconds);
  if (!issued) return null;
  const url = new URL(ctx.catalog.firstAccessUrl(issued.brand, issued.variant));
  url.searchParams.set('token', issued.token);
  return { url: url.href, expiresAt: issued.expiresAt };
}

/** Makes the secret of the e-mail's link to our own access page; null while the order is not paid. */
export async function issueEmailAccess(ctx: CustomersContext, orderId: string): Promise<string | null> {
  return (await issueToken(ctx, orderId, 'email', emailLinkSeconds))?.token ?? null;
}

/** Closes the courses of all billing periods of a subscription, and records an event for each that was open. */
export async function revokeSubscriptionAccess(
  trx: Db,
  subscriptionId: string,
  cause: 'suspended' | 'canceled',
  now: Date,
): Promise<void> {
  for (const orderId of await revokeGrantsOfSubscription(trx, subscriptionId, cause, now))
    await recordEvent(trx, orderId, 'access-revoked', now.toISOString(), { subscriptionId }, now);
}

/** Opens the courses of a subscription again, but for billing periods that were refunded. */
export async function restoreSubscriptionAccess(trx: Db, subscriptionId: string, now: Date): Promise<void> {
  for (const orderId of await restoreGrantsOfSubscription(trx, subscriptionId, now))
    await recordEvent(trx, orderId, 'access-granted', now.toISOString(), { subscriptionId }, now);
}
