import { withQuery } from '#src/domain/flows/index.ts';
import { checkAttempt } from '#src/domain/payments/index.server.ts';
import { sessionOwning } from '#src/domain/sessions/index.server.ts';
import { wasThere } from '../../status/was-there.ts';
import { defineBarePage, type OpenRequest, redirect, show } from '../../web/page.server.ts';
import type { ProviderReturnData } from './provider-return-page.tsx';

/** The page where this browser waits for that payment; null when it is none of this browser's. */
async function waitingPlace({ ctx, params, browser }: OpenRequest): Promise<string | null> {
  const attemptId = params['attempt'] ?? '';
  if (!/^att_[\w-]{22}$/.test(attemptId)) return null;
  const row = await ctx.db
    .selectFrom('attempts')
    .select(['order_id', 'rail'])
    .where('id', '=', attemptId)
    .executeTakeFirst();
  const session = row && (await sessionOwning(ctx.db, browser.hash, { orderId: row.order_id }));
  const path = row && ctx.rails.byId(row.rail)?.waitingPath;
  if (!session || !path) return null;
  // What the provider says counts, not that somebody came; while it is silent, the page there waits on.
  await checkAttempt(ctx, attemptId, 'check').catch((error: unknown) => {
    ctx.log.warn('check-failed', { attemptId, error });
  });
  return `${withQuery(path, session.link)}${wasThere}`;
}

export const page = defineBarePage<ProviderReturnData>({
  load: async (request) => {
    const place = await waitingPlace(request);
    return place === null ? show<ProviderReturnData>({}) : redirect(place);
  },
});
