import type { FastifyRequest } from 'fastify';
import { anyLinkOpens } from '#src/domain/customers/magic-links/index.server.ts';
import { sessionOfBrowser } from '#src/domain/checkout/sessions/index.server.ts';
import { type Subscription, subscriptionById } from '#src/domain/subscriptions/subscriptions/index.server.ts';
import { readMagicLinks } from '#src/kernel/http/cookies/magic-link-cookies.server.ts';
import type { ApiServices } from '../../api.contract.server.ts';

/**
 * The subscription, if this browser bought it or opened a magic link to it. Null for any other browser, and for an unknown
 * subscription.
 */
export async function visibleSubscription(
  { ctx, browserOf }: ApiServices,
  request: FastifyRequest,
  id: string,
): Promise<Subscription | null> {
  const subscription = await subscriptionById(ctx, id);
  if (!subscription) return null;
  const own = await sessionOfBrowser(ctx.db, browserOf(request).hash, { leadId: subscription.leadId });
  if (own) return subscription;
  return (await anyLinkOpens(ctx, id, readMagicLinks(request.headers.cookie))) ? subscription : null;
}
