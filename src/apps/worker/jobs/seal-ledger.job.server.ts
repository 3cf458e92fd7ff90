import { sealDays, verifyDays } from '#src/domain/ledger/index.server.ts';
import type { Job } from '../job.contract.ts';

/** Closes yesterday's books, then reads all of them again: a line that was changed since is told at once, and every night. */
export const job: Job = {
  name: 'seal-ledger',
  cron: '20 1 * * *',
  retries: 2,
  retrySeconds: 300,
  batch: 1,
  run: async (context) => {
    await sealDays(context);
    const { head, days, problems } = await verifyDays(context.db, { keys: context.houseKey?.publicKeys ?? [] });
    for (const { day, problem } of problems.slice(0, 20))
      context.log.error('ledger-changed', { reason: `${problem} on ${day}` });
    // The log is kept elsewhere: the beginning of a hash in it binds the database to what it said that night.
    if (head) context.log.info('ledger-read', { count: days, reason: `${head.day} ${head.hash.slice(0, 32)}` });
  },
};
