import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db, OnWritten } from '../../base-context.server.ts';
import type { MessagingContext } from '../context.server.ts';
import {
  endpointsWithCounts,
  ensureEndpoints,
  nextEndpointSecret,
  reopenEndpoint,
} from './endpoint.repository.server.ts';
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

/** All endpoints of this environment with their states. Inserts the rows of endpoints that have none. */
export async function endpointViews(ctx: EndpointContext): Promise<EndpointView[]> {
  await ensureEndpoints(
    ctx.db,
    (ctx.webhooks?.endpoints ?? []).map(({ id }) => id),
  );
  return readEndpointViews(ctx);
}

/** All endpoints with their states, by reading only: one to which nothing was sent yet is open and has no deliveries. */
export async function readEndpointViews({ db, clock, webhooks }: EndpointContext): Promise<EndpointView[]> {
  const now = clock.now();
  const rows = await endpointsWithCounts(db);
  return (webhooks?.endpoints ?? []).map((endpoint) => {
    const row = rows.find(({ id }) => id === endpoint.id);
    const isAhead = (at: Date | null | undefined): at is Date => at instanceof Date && at > now;
    const pausedUntil = isAhead(row?.paused_until) ? row.paused_until : null;
    return {
      endpoint,
      state: row?.ended_at ? 'ended' : pausedUntil ? 'paused' : 'open',
      secretNumber: row?.secret_number ?? 1,
      overlapUntil: isAhead(row?.overlap_until) ? row.overlap_until : null,
      failures: row?.failures ?? 0,
      pausedUntil,
      endedAt: row?.ended_at ?? null,
      lastSuccessAt: row?.last_success_at ?? null,
      lastFailureAt: row?.last_failure_at ?? null,
      waiting: row?.waiting ?? 0,
      givenUp: row?.givenUp ?? 0,
    };
  });
}

/** The secret of an endpoint, and the one before it while that still signs. Null for an unknown endpoint. */
export async function endpointSecrets(ctx: EndpointContext, id: string): Promise<EndpointSecrets | null> {
  const view = (await endpointViews(ctx)).find(({ endpoint }) => endpoint.id === id);
  return view ? secretsOf(ctx, id, view.secretNumber, view.overlapUntil) : null;
}

export interface EndpointSecrets {
  readonly secret: string;
  readonly secretNumber: number;
  readonly before: { readonly secret: string; readonly until: Date } | null;
}

function secretsOf(ctx: EndpointContext, id: string, number: number, until: Date | null): EndpointSecrets | null {
  if (!ctx.webhooks) return null;
  const before = until && number > 1 ? { secret: ctx.webhooks.secretOf(id, number - 1), until } : null;
  return { secret: ctx.webhooks.secretOf(id, number), secretNumber: number, before };
}

/**
 * Rotates the secret of an endpoint; for `overlapHours` the one before it signs as well (0: it leaked, and stops at once).
 * Null for an unknown endpoint.
 */
export async function rotateSecret(
  ctx: EndpointContext,
  id: string,
  overlapHours: number,
  onWritten?: (trx: Db, secretNumber: number) => Promise<void>,
): Promise<EndpointSecrets | null> {
  if (!ctx.webhooks?.endpoints.some((endpoint) => endpoint.id === id)) return null;
  await ensureEndpoints(ctx.db, [id]);
  const until = overlapHours === 0 ? null : new Date(ctx.clock.now().getTime() + overlapHours * 3_600_000);
  const number = await transaction(ctx.db, async (trx) => {
    const next = await nextEndpointSecret(trx, id, until);
    await onWritten?.(trx, next);
    return next;
  });
  return secretsOf(ctx, id, number, until);
}

/** Opens an endpoint that had ended or is paused: events from now on are sent to it. False for an unknown endpoint. */
export async function openEndpoint(ctx: MessagingContext, id: string, onWritten?: OnWritten): Promise<boolean> {
  if (!ctx.webhooks?.endpoints.some((endpoint) => endpoint.id === id)) return false;
  await ensureEndpoints(ctx.db, [id]);
  await transaction(ctx.db, async (trx) => {
    await reopenEndpoint(trx, id);
    await onWritten?.(trx);
  });
  return true;
}
