import { withQuery } from '#src/domain/checkout/flows/index.ts';
import { attemptById, pollAttempt } from '#src/domain/payments/index.server.ts';
import { sessionOfBrowser } from '#src/domain/checkout/sessions/index.server.ts';
import { providerReturnHash } from '../../site/order-status/provider-return-hash.ts';
import { definePublicPage, type PublicPageRequest, redirect, show } from '../../framework/page.server.ts';
import type { ProviderReturnData } from './provider-return-page.tsx';

/** The waiting page of that payment; null when the payment is not this browser's. */
async function waitingPlace({ ctx, params, browser }: PublicPageRequest): Promise<string | null> {
  const attemptId = params['attempt'] ?? '';
  if (!/^att_[\w-]{22}$/.test(attemptId)) return null;
  const attempt = await attemptById(ctx.db, attemptId);
  const session = attempt && (await sessionOfBrowser(ctx.db, browser.hash, { orderId: attempt.order_id }));
  const path = attempt && ctx.rails.byId(attempt.rail)?.waitingPath;
  if (!session || !path) return null;
  // Only the gateway's answer counts; without one, the waiting page continues to poll.
  await pollAttempt(ctx, attemptId, 'check').catch((error: unknown) => {
    ctx.log.warn('check-failed', { attemptId, error });
  });
  return `${withQuery(path, session.link)}${providerReturnHash}`;
}

export const page = definePublicPage<ProviderReturnData>({
  load: async (request) => {
    const place = await waitingPlace(request);
    return place === null ? show<ProviderReturnData>({}) : redirect(place);
  },
});
