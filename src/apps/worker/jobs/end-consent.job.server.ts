import { endLeftConsent } from '#src/domain/renewals/index.server.ts';
import type { Job } from '../job.contract.ts';

/** Ends a standing consent whose subscription is charged by other means now. */
export const job: Job = {
  name: 'end-consent',
  retries: 20,
  retrySeconds: 10,
  batch: 4,
  run: (context, data) => endLeftConsent(context, data['recurrenceId'] ?? ''),
};
