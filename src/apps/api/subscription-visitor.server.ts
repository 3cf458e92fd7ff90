import type { FastifyRequest } from 'fastify';
import { opensAny } from '#src/domain/capabilities/index.server.ts';
import { sessionOwning } from '#src/domain/sessions/index.server.ts';
import { type Subscription, subscriptionById } from '#src/domain/subscriptions/index.server.ts';
import { readPasses } from '#src/kernel/http/pass-cookies.server.ts';
import type { ApiServices } from './api.contract.server.ts';

/**
 * The subscription that a call may act for: of the browser that bought it, or of one that came by a letter's link to it.
 * Null for everybody else, as for one that does not exist.
 */
export async function visitedSubscription(
  { ctx, browserOf }: ApiServices,
  request: FastifyRequest,
  id: string,
): Promise<Subscription | null> {
  const subscription = await subscriptionById(ctx, id);
  if (!subscription) return null;
  const own = await sessionOwning(ctx.db, browserOf(request).hash, { leadId: subscription.leadId });
  if (own) return subscription;
  return (await opensAny(ctx, id, readPasses(request.headers.cookie))) ? subscription : null;
}
