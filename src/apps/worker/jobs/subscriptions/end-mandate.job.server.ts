import { endUnusedMandate } from '#src/domain/subscriptions/charging/index.server.ts';
import type { Job } from '../../job.contract.ts';

/** Ends a standing consent whose subscription is charged by other means now. */
export const job: Job = {
  name: 'end-mandate',
  retries: 20,
  retrySeconds: 10,
  batch: 4,
  run: (context, data) => endUnusedMandate(context, data['mandateId'] ?? ''),
};
