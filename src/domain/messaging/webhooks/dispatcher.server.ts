import type { MessagingContext } from '../context.server.ts';
import { deliverTo } from './deliver-webhooks.server.ts';
import { dispatchEvents } from './dispatch-events.server.ts';
import { dueEndpoints, ensureEndpoints, markUnlisted } from './endpoint.repository.server.ts';
import { endPendingDeliveries, expediteBlocking } from './pending-deliveries.server.ts';

/** Brings what happened to those who listen. Each endpoint has a round of its own, so that a slow one keeps nobody waiting. */
export interface WebhookDispatcher {
  /**
   * Looks for new events, ends what waits for an endpoint that has ended or that no brand names, hastens what holds others up,
   * and starts a round to every endpoint with something due; does not wait for the rounds.
   */
  tick(): Promise<void>;
  /** Resolves when no round is under way. */
  idle(): Promise<void>;
  /** Starts nothing more, gives what is on its way a moment, then hangs up: what was not answered is still due. */
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
      // At each look: a worker from before a change of the brands may have named it again.
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
