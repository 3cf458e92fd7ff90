import { deleteSessionsWithoutLead } from '#src/domain/checkout/sessions/index.server.ts';
import { deleteOldEvents } from '#src/domain/messaging/outbox/index.server.ts';
import { deleteOldDeliveries } from '#src/domain/messaging/webhooks/index.server.ts';
import { deleteAppliedWebhooks, deleteOldKeys } from '#src/domain/payments/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import type { ScheduledJobs } from '../job.contract.ts';
import { retention } from '../retention.data.ts';
import { runBatches } from '../run-batches.ts';

type Delete = (db: DomainContext['db'], before: Date, limit: number) => Promise<number>;

/** Rows that one statement deletes: it locks them for milliseconds, and none that the shop holds. */
const deletedAtOnce = 1_000;

/** Deliveries before their events, which they name. */
const deletes: Readonly<Record<keyof typeof retention.afterDays, Delete>> = {
  idempotency_keys: deleteOldKeys,
  incoming_webhooks: deleteAppliedWebhooks,
  webhook_deliveries: deleteOldDeliveries,
  outbox_events: deleteOldEvents,
  checkout_sessions: deleteSessionsWithoutLead,
};
const tables = [
  'idempotency_keys',
  'incoming_webhooks',
  'webhook_deliveries',
  'outbox_events',
  'checkout_sessions',
] as const;

export const scheduled = {
  /** Deletes what is older than its retention (`retention.data.ts`). */
  'apply-retention': {
    cron: '27 * * * *',
    ...{ retries: 2, retrySeconds: 60, batch: 1, isLeftOutAtStart: true },
    run: async ({ db, clock, isStopping }) => {
      const now = clock.now().getTime();
      for (const table of tables) {
        const before = new Date(now - retention.afterDays[table].days * 86_400_000);
        await runBatches((size) => deletes[table](db, before, size), { size: deletedAtOnce, isStopping, seconds: 18 });
      }
    },
  },
} satisfies ScheduledJobs;
