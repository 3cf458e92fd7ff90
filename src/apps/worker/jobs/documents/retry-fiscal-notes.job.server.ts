import { sweepFiscalNotes } from '#src/domain/documents/fiscal-notes/index.server.ts';
import type { Job } from '../../job.contract.ts';

/** Takes up fiscal notes that are owed: what was postponed, and what a crash left behind. */
export const job: Job = {
  name: 'retry-fiscal-notes',
  cron: '* * * * *',
  retries: 0,
  retrySeconds: 60,
  batch: 1,
  run: async (context) => {
    await sweepFiscalNotes(context);
  },
};
