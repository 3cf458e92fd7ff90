import { voidAttempt } from '#src/domain/payments/index.server.ts';
import type { Job } from '../../job.contract.ts';

/** Takes back a code, slip or authorization that is not wanted any more, until its gateway says so. */
export const job: Job = {
  name: 'void-attempt',
  retries: 12,
  retrySeconds: 5,
  batch: 10,
  run: (context, { attemptId = '' }) => voidAttempt(context, attemptId),
};
