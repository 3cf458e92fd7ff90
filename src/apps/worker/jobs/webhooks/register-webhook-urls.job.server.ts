import type { Job } from '../../job.contract.ts';

/** Tells each gateway that wants to know where to send its messages: at the start, and again where it was not heard. */
export const job: Job = {
  name: 'register-webhook-urls',
  cron: '17 * * * *',
  retries: 0,
  retrySeconds: 1,
  batch: 1,
  run: async ({ gateways, config }) => {
    for (const gateway of gateways.all())
      await gateway.announce?.(`${config.publicOrigin}/api/v1/notifications/${gateway.id}`);
  },
};
