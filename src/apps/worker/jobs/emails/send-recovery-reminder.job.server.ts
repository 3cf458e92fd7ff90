import type { Job } from '../../job.contract.ts';

/** Sends one reminder to somebody who left before paying. */
export const job: Job = {
  name: 'send-recovery-reminder',
  retries: 6,
  retrySeconds: 30,
  batch: 10,
  run: (context, { abandonmentId = '', step = '' }) => context.sendRecoveryReminder(abandonmentId, Number(step)),
};
