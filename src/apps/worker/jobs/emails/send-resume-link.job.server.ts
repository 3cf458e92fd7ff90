import type { Job } from '../../job.contract.ts';

/** Sends a buyer the link of their own purchase, as they wished. */
export const job: Job = {
  name: 'send-resume-link',
  retries: 6,
  retrySeconds: 5,
  batch: 10,
  run: (context, { resumeRequestId = '' }) => context.sendResumeLink(resumeRequestId),
};
