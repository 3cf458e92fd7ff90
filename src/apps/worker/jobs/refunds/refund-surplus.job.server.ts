import { refundSurplus } from '#src/domain/payments/index.server.ts';
import type { Job } from '../../job.contract.ts';

/** Gives back money that was paid twice, late or too much. */
export const job: Job = {
  name: 'refund-surplus',
  retries: 20,
  retrySeconds: 10,
  batch: 5,
  run: (context, { exceptionId = '' }) => refundSurplus(context, exceptionId),
};
