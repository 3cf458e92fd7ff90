import type { Job } from '../../job.contract.ts';

/** Sends a letter with the link to a buyer's own page. */
export const job: Job = {
  name: 'send-account-email',
  retries: 6,
  retrySeconds: 30,
  batch: 10,
  run: (context, { emailId = '' }) => context.sendAccountEmail(emailId),
};
