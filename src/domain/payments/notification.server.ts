import { newId } from '#src/kernel/ids/ids.server.ts';
import type { DomainContext } from '../context.server.ts';
import { attemptById, attemptByReference } from './attempt.repository.server.ts';
import { checkKnownAttempt } from './check-attempt.server.ts';
import type { RawNotification } from './gateway.port.ts';

/** A message about a charge that we do not know (yet) is kept and tried again this long, in seconds. */
const parkedSeconds = 24 * 3600;

export interface ReceivedNotification {
  readonly outcome: 'stored' | 'duplicate' | 'refused' | 'unknown-gateway';
  /** What to look at now; the sweep finds whatever is left of it. */
  readonly notificationIds: readonly string[];
}

/**
 * Stores a gateway's message once (by the gateway's own event id, for ever) so that it can be acknowledged at once.
 * A message is only a hint: nothing in it changes money; the gateway is asked afterwards.
 */
export async function receiveNotification(
  ctx: DomainContext,
  gatewayId: string,
  raw: RawNotification,
): Promise<ReceivedNotification> {
  const gateway = ctx.gateways.byId(gatewayId);
  if (!gateway?.readNotification) return { outcome: 'unknown-gateway', notificationIds: [] };
  const reading = gateway.readNotification(raw);
  if (reading.kind === 'refused') {
    ctx.log.warn('notification-refused', { gateway: gatewayId, reason: reading.reason });
    return { outcome: 'refused', notificationIds: [] };
  }
  if (reading.hints.length === 0) return { outcome: 'stored', notificationIds: [] };
  const rows = await ctx.db
    .insertInto('notifications')
    .values(
      reading.hints.map((hint) => ({
        id: newId('ntf'),
        gateway: gatewayId,
        event_id: hint.eventId,
        reference: hint.reference ?? null,
        attempt_id: hint.attemptId ?? null,
        state: 'stored',
        reason: null,
        received_at: ctx.clock.now(),
        handled_at: null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['gateway', 'event_id']).doNothing())
    .returning('id')
    .execute();
  return { outcome: rows.length > 0 ? 'stored' : 'duplicate', notificationIds: rows.map((row) => row.id) };
}

/** Looks up what a stored message is about, asks the gateway, applies the answer, and only then marks it handled. */
export async function handleNotification(ctx: DomainContext, id: string): Promise<void> {
  const row = await ctx.db
    .selectFrom('notifications')
    .selectAll()
    .where('id', '=', id)
    .where('state', 'in', ['stored', 'parked'])
    .executeTakeFirst();
  if (!row) return;
  const byId = row.attempt_id ? await attemptById(ctx.db, row.attempt_id) : null;
  const attempt = byId ?? (row.reference ? await attemptByReference(ctx.db, row.gateway, row.reference) : null);
  const now = ctx.clock.now();
  if (!attempt || attempt.gateway !== row.gateway) {
    const old = now.getTime() - row.received_at.getTime() > parkedSeconds * 1000;
    await ctx.db
      .updateTable('notifications')
      .set({ state: old ? 'rejected' : 'parked', reason: 'unknown-reference', tries: row.tries + 1 })
      .where('id', '=', id)
      .execute();
    return;
  }
  const applied = await checkKnownAttempt(ctx, attempt, 'notification');
  // Nothing learned (the gateway did not answer): it stays stored, and the sweep asks again.
  if (!applied) return;
  ctx.crashPoint('notification-before-mark');
  await ctx.db
    .updateTable('notifications')
    .set({ state: 'applied', reason: null, handled_at: now })
    .where('id', '=', id)
    .execute();
}

/** Messages that were stored but not handled: left by a crash, by a silent gateway, or for a charge not known yet. */
export async function sweepNotifications(ctx: DomainContext, limit = 500): Promise<number> {
  const rows = await ctx.db
    .selectFrom('notifications')
    .select('id')
    .where('state', 'in', ['stored', 'parked'])
    .where('received_at', '<', new Date(ctx.clock.now().getTime() - 2000))
    .orderBy('received_at')
    .limit(limit)
    .execute();
  for (const { id } of rows) {
    try {
      await handleNotification(ctx, id);
    } catch (thrown) {
      ctx.log.error('notification-failed', { notificationId: id, error: thrown });
    }
  }
  return rows.length;
}
