import { requeueStuckWork } from '#src/domain/payments/index.server.ts';
import type { Job } from '../../job.contract.ts';

/** Finds work that is still owed although its job gave up: releases, refunds, letters, events of purchases. */
export const job: Job = {
  name: 'requeue-stuck-work',
  cron: '17 * * * *',
  retries: 0,
  retrySeconds: 1,
  batch: 1,
  run: async (context) => {
    await requeueStuckWork(context);
  },
};
