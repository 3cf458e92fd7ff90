import { processFiscalNote } from '#src/domain/documents/fiscal-notes/index.server.ts';
import type { Job } from '../../job.contract.ts';

/** Hands in, or has canceled, the fiscal note of one order. */
export const job: Job = {
  name: 'process-fiscal-note',
  retries: 2,
  retrySeconds: 30,
  batch: 5,
  run: (context, { noteId = '' }) => processFiscalNote(context, noteId),
};
