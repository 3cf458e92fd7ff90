import { resolveAttempt } from '#src/domain/payments/index.server.ts';
import type { Job } from '../../job.contract.ts';

/** Finds out what became of an attempt whose answer never came. First look after 5 s, then with growing pauses. */
export const job: Job = {
  name: 'resolve-attempt',
  retries: 5,
  retrySeconds: 5,
  batch: 10,
  run: (context, { attemptId = '' }) => resolveAttempt(context, attemptId),
};
