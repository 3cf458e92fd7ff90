import { refundPart } from '#src/domain/payments/index.server.ts';
import type { Job } from '../../job.contract.ts';

/** Gives back what one tender owes of a refund. */
export const job: Job = {
  name: 'refund-part',
  retries: 12,
  retrySeconds: 5,
  batch: 10,
  run: (context, { partId = '' }) => refundPart(context, partId),
};
