import { sql } from 'kysely';
import type { MessagingContext } from '../context.server.ts';
import { ensureEndpoints } from './endpoint.repository.server.ts';
import type { WebhookEndpoint } from './webhooks.port.ts';

/** An endpoint as its operator sees it. Times are UTC instants. */
export interface EndpointView {
  readonly endpoint: WebhookEndpoint;
  readonly state: 'open' | 'paused' | 'ended';
  readonly secretNumber: number;
  readonly overlapUntil: Date | null;
  readonly failures: number;
  readonly pausedUntil: Date | null;
  readonly endedAt: Date | null;
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
  readonly waiting: number;
  readonly givenUp: number;
}

type EndpointContext = Pick<MessagingContext, 'db' | 'clock' | 'webhooks'>;

/** All endpoints of this environment, and how they are. */
export async function endpointViews(ctx: EndpointContext): Promise<EndpointView[]> {
  const endpoints = ctx.webhooks?.endpoints ?? [];
  await ensureEndpoints(
    ctx.db,
    endpoints.map(({ id }) => id),
  );
  const now = ctx.clock.now();
  const rows = await ctx.db
    .selectFrom('webhook_endpoints as endpoint')
    .selectAll('endpoint')
    .select((eb) => {
      const count = (state: string) =>
        eb
          .selectFrom('webhook_deliveries')
          .select(sql<number>`count(*)::int`.as('count'))
          .whereRef('webhook_deliveries.endpoint_id', '=', 'endpoint.id')
          .where('webhook_deliveries.state', '=', state);
      return [count('waiting').as('waiting'), count('given-up').as('given_up')];
    })
    .execute();
  return endpoints.flatMap((endpoint) => {
    const row = rows.find(({ id }) => id === endpoint.id);
    if (!row) return [];
    const isPaused = row.paused_until !== null && row.paused_until > now;
    return {
      endpoint,
      state: row.ended_at ? 'ended' : isPaused ? 'paused' : 'open',
      secretNumber: row.secret_number,
      overlapUntil: row.overlap_until !== null && row.overlap_until > now ? row.overlap_until : null,
      failures: row.failures,
      pausedUntil: isPaused ? row.paused_until : null,
      endedAt: row.ended_at,
      lastSuccessAt: row.last_success_at,
      lastFailureAt: row.last_failure_at,
      waiting: row.waiting ?? 0,
      givenUp: row.given_up ?? 0,
    };
  });
}

/** The endpoint's secret, and the one before it while that still signs. Null: there is no such endpoint. */
export async function endpointSecrets(ctx: EndpointContext, id: string): Promise<EndpointSecrets | null> {
  const view = (await endpointViews(ctx)).find(({ endpoint }) => endpoint.id === id);
  return view ? secretsOf(ctx, id, view.secretNumber, view.overlapUntil) : null;
}

export interface EndpointSecrets {
  readonly secret: string;
  readonly before: { readonly secret: string; readonly until: Date } | null;
}

function secretsOf(ctx: EndpointContext, id: string, number: number, until: Date | null): EndpointSecrets | null {
  if (!ctx.webhooks) return null;
  const before = until && number > 1 ? { secret: ctx.webhooks.secretOf(id, number - 1), until } : null;
  return { secret: ctx.webhooks.secretOf(id, number), before };
}

/**
 * Gives an endpoint another secret; for so many hours the one before it signs as well (0: it is in wrong hands, and stops
 * at once). Null: there is no such endpoint.
 */
export async function rotateSecret(
  ctx: EndpointContext,
  id: string,
  overlapHours: number,
): Promise<EndpointSecrets | null> {
  if (!ctx.webhooks?.endpoints.some((endpoint) => endpoint.id === id)) return null;
  await ensureEndpoints(ctx.db, [id]);
  const until = overlapHours === 0 ? null : new Date(ctx.clock.now().getTime() + overlapHours * 3_600_000);
  const row = await ctx.db
    .updateTable('webhook_endpoints')
    .set((eb) => ({ secret_number: eb('secret_number', '+', 1), overlap_until: until }))
    .where('id', '=', id)
    .returning('secret_number')
    .executeTakeFirstOrThrow();
  return secretsOf(ctx, id, row.secret_number, until);
}

/** Opens an endpoint that had ended or rests: what happens from now on goes there at once. False: there is no such endpoint. */
export async function openEndpoint(ctx: MessagingContext, id: string): Promise<boolean> {
  if (!ctx.webhooks?.endpoints.some((endpoint) => endpoint.id === id)) return false;
  await ensureEndpoints(ctx.db, [id]);
  await ctx.db
    .updateTable('webhook_endpoints')
    .set({ ended_at: null, paused_until: null, failures: 0 })
    .where('id', '=', id)
    .execute();
  return true;
}
