import { sealLedgerDays, verifyLedgerDays } from '#src/domain/payments/ledger/index.server.ts';
import type { Job } from '../../job.contract.ts';

/** Closes yesterday's books, then reads all of them again: a line that was changed since is told at once, and every night. */
export const job: Job = {
  name: 'seal-ledger-days',
  cron: '20 1 * * *',
  retries: 2,
  retrySeconds: 300,
  batch: 1,
  run: async (context) => {
    await sealLedgerDays(context);
    const { head, days, problems } = await verifyLedgerDays(context.db, { keys: context.signingKey?.publicKeys ?? [] });
    for (const { day, problem } of problems.slice(0, 20))
      context.log.error('ledger-tampered', { reason: `${problem} on ${day}` });
    // The log is kept elsewhere: the beginning of a hash in it binds the database to what it said that night.
    if (head) context.log.info('ledger-verified', { count: days, reason: `${head.day} ${head.hash.slice(0, 32)}` });
  },
};
