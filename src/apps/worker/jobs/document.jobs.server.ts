import { sweepDocuments } from '#src/domain/documents/audit-trail/index.server.ts';
import { processFiscalNote, sweepFiscalNotes } from '#src/domain/documents/fiscal-notes/index.server.ts';
import type { ScheduledJobs, SentJobs } from '../job.contract.ts';

export const sent = {
  /** Issues or cancels the fiscal note of one order. */
  'process-fiscal-note': {
    ...{ retries: 2, retrySeconds: 30, batch: 5 },
    run: (context, { noteId }) => processFiscalNote(context, noteId),
  },
} satisfies Partial<SentJobs>;

/** A backlog is worked off in one run, some hundred events per round. */
const mostRounds = 20;

export const scheduled = {
  /** Writes the audit trail of sales with new events, and requests their fiscal notes. */
  'issue-documents': {
    cron: '* * * * *',
    ...{ retries: 1, retrySeconds: 20, batch: 1 },
    run: async (context) => {
      for (let round = 0; round < mostRounds; round += 1) if ((await sweepDocuments(context)) === 0) return;
    },
  },
  /** Queues fiscal notes that are still owed: postponed ones, and those of a crash. */
  'retry-fiscal-notes': {
    cron: '* * * * *',
    ...{ retries: 0, retrySeconds: 60, batch: 1 },
    run: async (context) => {
      await sweepFiscalNotes(context);
    },
  },
} satisfies ScheduledJobs;
