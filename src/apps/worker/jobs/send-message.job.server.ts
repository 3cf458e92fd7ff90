import type { Job } from '../job.contract.ts';

/** Sends one queued letter. */
export const job: Job = {
  name: 'send-message',
  retries: 12,
  retrySeconds: 10,
  batch: 20,
  run: (context, { messageId = '' }) => context.deliverMessage(messageId),
};
