import type { Job } from '../../job.contract.ts';

/** Tells those outside what happened: new events, and whatever is due again. Rounds to slow receivers go on by themselves. */
export const job: Job = {
  name: 'send-webhooks',
  everySeconds: 1,
  retries: 0,
  retrySeconds: 1,
  batch: 1,
  async run(context) {
    await context.webhookDispatcher?.tick();
  },
};
