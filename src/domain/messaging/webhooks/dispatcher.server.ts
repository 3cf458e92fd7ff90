import type { MessagingContext } from '../context.server.ts';
import { deliverTo } from './deliver-webhooks.server.ts';
import { dispatchEvents } from './dispatch-events.server.ts';
import { dueEndpoints, ensureEndpoints, markUnlisted } from './endpoint.repository.server.ts';
import { endPendingDeliveries, expediteBlocking } from './delivery-queue.repository.server.ts';

/** Dispatches events and delivers them. Each endpoint has a round of its own, so that a slow one delays no other. */
export interface WebhookDispatcher {
  /**
   * Dispatches new events, ends deliveries to endpoints that have ended or that no brand names, expedites blocking ones, and
   * starts a round for every endpoint with a due delivery; does not wait for the rounds.
   */
  tick(): Promise<void>;
  /** Resolves when no round is under way. */
  idle(): Promise<void>;
  /** Starts nothing more, waits a moment for requests under way, then aborts them: what was not answered is still due. */
  stop(): Promise<void>;
}

const eventsAtOnce = 500;
const deliveriesAtOnce = 1_000;
const stopMs = 3_000;

export function createWebhookDispatcher(ctx: MessagingContext): WebhookDispatcher {
  const port = ctx.webhooks;
  const rounds = new Map<string, Promise<void>>();
  let isKnown = false;
  let isStopping = false;

  function start(id: string): void {
    const endpoint = port?.endpoints.find((one) => one.id === id);
    if (!port || !endpoint || rounds.has(id) || isStopping) return;
    const round = deliverTo(ctx, port, endpoint, () => isStopping)
      .catch((error: unknown) => ctx.log.warn('webhook-round-failed', { target: id, error }))
      .finally(() => rounds.delete(id));
    rounds.set(id, round);
  }

  async function endSome(): Promise<number> {
    const ended = await endPendingDeliveries(ctx.db, ctx.clock.now(), deliveriesAtOnce);
    const unlisted = Map.groupBy(
      ended.filter(({ isUnlisted }) => isUnlisted),
      ({ endpointId }) => endpointId,
    );
    for (const [target, { length: count }] of unlisted) ctx.log.error('webhook-endpoint-unlisted', { target, count });
    return ended.length;
  }

  async function idle(): Promise<void> {
    while (rounds.size > 0) await Promise.all(rounds.values());
  }

  return {
    async tick() {
      if (!port || isStopping) return;
      const listed = port.endpoints.map(({ id }) => id);
      if (!isKnown) {
        await ensureEndpoints(ctx.db, listed);
        isKnown = true;
      }
      // At each tick: a worker of an older release may have taken the mark away.
      await markUnlisted(ctx.db, listed, ctx.clock.now());
      while ((await dispatchEvents(ctx, port, eventsAtOnce)) === eventsAtOnce);
      while ((await endSome()) === deliveriesAtOnce);
      await expediteBlocking(ctx.db, ctx.clock.now(), deliveriesAtOnce);
      for (const id of await dueEndpoints(ctx.db, ctx.clock.now())) start(id);
    },
    idle,
    async stop() {
      isStopping = true;
      const closeTimer = setTimeout(() => port?.close(), stopMs);
      await idle();
      clearTimeout(closeTimer);
      port?.close();
    },
  };
}
