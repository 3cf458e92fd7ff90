import type { DomainContext } from '../context.server.ts';
import { deliverTo } from './deliver.server.ts';
import { dispatchEvents } from './dispatch-events.server.ts';
import { dueEndpoints, ensureEndpoints } from './endpoint.repository.server.ts';

/** Brings what happened to those who listen. Each endpoint has a round of its own, so that a slow one keeps nobody waiting. */
export interface OutgoingCourier {
  /** Looks for new events and starts a round to every endpoint with something due; does not wait for the rounds. */
  tick(): Promise<void>;
  /** Resolves when no round is under way. */
  idle(): Promise<void>;
  /** Starts nothing more, gives what is on its way a moment, then hangs up: what was not answered is still due. */
  stop(): Promise<void>;
}

const eventsAtOnce = 500;
const stopMs = 3_000;

export function createCourier(ctx: DomainContext): OutgoingCourier {
  const port = ctx.outgoing;
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

  async function idle(): Promise<void> {
    while (rounds.size > 0) await Promise.all(rounds.values());
  }

  return {
    async tick() {
      if (!port || isStopping) return;
      if (!isKnown) {
        await ensureEndpoints(
          ctx.db,
          port.endpoints.map(({ id }) => id),
        );
        isKnown = true;
      }
      while ((await dispatchEvents(ctx, port, eventsAtOnce)) === eventsAtOnce);
      for (const id of await dueEndpoints(ctx.db, ctx.clock.now())) start(id);
    },
    idle,
    async stop() {
      isStopping = true;
      const patience = setTimeout(() => port?.close(), stopMs);
      await idle();
      clearTimeout(patience);
      port?.close();
    },
  };
}
