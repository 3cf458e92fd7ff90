import { sweepAttemptOrigins } from '#src/domain/payments/index.server.ts';
import { sweepRiskData } from '#src/domain/risk/index.server.ts';
import type { Job } from '../../job.contract.ts';

/** Deletes the origins of card attempts, counters, solved challenges and alarms that no limit counts any more. */
export const job: Job = {
  name: 'sweep-risk-data',
  cron: '41 * * * *',
  retries: 2,
  retrySeconds: 60,
  batch: 1,
  run: async (context) => {
    await sweepRiskData(context);
    await sweepAttemptOrigins(context.db, context.clock.now());
  },
};
