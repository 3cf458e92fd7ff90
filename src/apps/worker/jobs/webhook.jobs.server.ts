import { reportSale } from '#src/domain/orders/index.server.ts';
import { sweepWebhookTries } from '#src/domain/messaging/webhooks/index.server.ts';
import { sweepRejectedWebhooks, sweepWebhooks } from '#src/domain/payments/index.server.ts';
import type { ScheduledJobs, SentJobs } from '../job.contract.ts';

/** Rows that one statement deletes: it locks them for milliseconds. */
const sweptAtOnce = 5_000;

export const sent = {
  /** Reports a sale to analytics, for a buyer who consented. */
  'report-sale': {
    ...{ retries: 10, retrySeconds: 15, batch: 20 },
    run: (context, data) =>
      reportSale(context, data.orderId, data.event, data.event === 'add_payment_info' ? data.method : ''),
  },
} satisfies Partial<SentJobs>;

export const scheduled = {
  /** Handles incoming webhooks that were stored only: those of a crash, and those of charges that were not known yet. */
  'handle-incoming-webhooks': {
    cron: '* * * * *',
    ...{ retries: 0, retrySeconds: 1, batch: 1 },
    run: async (context) => {
      await sweepWebhooks(context);
    },
  },
  /** Tells each gateway that asks for it where to send webhooks: at the start, and again where that failed. */
  'register-webhook-urls': {
    cron: '17 * * * *',
    ...{ retries: 0, retrySeconds: 1, batch: 1 },
    run: async ({ gateways, config }) => {
      for (const gateway of gateways.all())
        await gateway.announce?.(`${config.publicOrigin}/api/v1/notifications/${gateway.id}`);
    },
  },
  /** Sends webhooks: new events, and deliveries whose retry is due. Deliveries to slow endpoints go on by themselves. */
  'send-webhooks': {
    everySeconds: 1,
    ...{ retries: 0, retrySeconds: 1, batch: 1 },
    run: async (context) => {
      await context.webhookDispatcher?.tick();
    },
  },
  /** Deletes incoming webhooks without an effect after their retention. */
  'sweep-incoming-webhooks': {
    cron: '47 * * * *',
    ...{ retries: 2, retrySeconds: 60, batch: 1 },
    run: async (context) => {
      await sweepRejectedWebhooks(context);
    },
  },
  /** Deletes the tries of webhook deliveries after their retention. */
  'sweep-webhook-tries': {
    cron: '52 * * * *',
    ...{ retries: 2, retrySeconds: 60, batch: 1 },
    run: async ({ db, clock }) => {
      while ((await sweepWebhookTries(db, clock.now(), sweptAtOnce)) === sweptAtOnce);
    },
  },
} satisfies ScheduledJobs;
