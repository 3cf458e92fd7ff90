import { sweepDocuments } from '#src/domain/documents/audit-trail/index.server.ts';
import type { Job } from '../../job.contract.ts';

/** Writes the proofs of the sales that something happened to, and asks for their fiscal notes. */
export const job: Job = {
  name: 'issue-documents',
  cron: '* * * * *',
  retries: 1,
  retrySeconds: 20,
  batch: 1,
  run: async (context) => {
    // What piled up while nothing ran is worked off in one go, some hundred events at a time.
    for (let round = 0; round < 20; round += 1) if ((await sweepDocuments(context)) === 0) return;
  },
};
