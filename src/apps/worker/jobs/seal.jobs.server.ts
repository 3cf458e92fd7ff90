import { sealLedgerDays, verifyLedgerDays } from '#src/domain/payments/ledger/index.server.ts';
import { sealAuditDays, verifyAuditDays } from '#src/domain/staff/index.server.ts';
import { localDateOf } from '#src/kernel/time/local-date.ts';
import type { ScheduledJobs, WorkerContext } from '../job.contract.ts';
import { recordSealCheck, type SealChain } from '../seal-check.repository.server.ts';

/** Lines of the log about one check. */
const mostProblems = 20;

async function check(
  context: WorkerContext,
  chain: SealChain,
  verify: typeof verifyLedgerDays | typeof verifyAuditDays,
): Promise<void> {
  const { db, clock, log, signingKey } = context;
  const now = clock.now();
  const today = localDateOf(now, 'UTC');
  const { head, days, daysRead, problems } = await verify(db, { keys: signingKey?.publicKeys ?? [], today });
  const [tampered, verified] =
    chain === 'ledger'
      ? (['ledger-tampered', 'ledger-verified'] as const)
      : (['audit-log-tampered', 'audit-log-verified'] as const);
  for (const { day, problem } of problems.slice(0, mostProblems))
    log.error(tampered, { reason: `${problem} on ${day}` });
  // The log is kept elsewhere: the beginning of a hash in it binds the database to that night's state.
  if (head) log.info(verified, { count: days, reason: `${head.day} ${head.hash.slice(0, 32)}` });
  await recordSealCheck(db, chain, { checkedAt: now, days, daysRead, problems: problems.length });
}

export const scheduled = {
  /** Seals the days of the ledger that are over: every hour, so that a night without a worker is made up for. */
  'seal-ledger-days': {
    cron: '20 * * * *',
    ...{ retries: 2, retrySeconds: 300, batch: 1, isLeftOutAtStart: true },
    run: async (context) => {
      await sealLedgerDays(context);
    },
  },
  /** Seals the days of the staff's audit log, as the ledger's. */
  'seal-audit-days': {
    cron: '25 * * * *',
    ...{ retries: 2, retrySeconds: 300, batch: 1, isLeftOutAtStart: true },
    run: async (context) => {
      await sealAuditDays(context);
    },
  },
  /** Verifies the sealed days of the ledger, so that a line that was changed since is reported: recent days the next night. */
  'verify-ledger-days': {
    cron: '40 1 * * *',
    ...{ retries: 2, retrySeconds: 300, batch: 1, isLeftOutAtStart: true },
    run: (context) => check(context, 'ledger', verifyLedgerDays),
  },
  /** Verifies the sealed days of the staff's audit log, as the ledger's. */
  'verify-audit-days': {
    cron: '45 1 * * *',
    ...{ retries: 2, retrySeconds: 300, batch: 1, isLeftOutAtStart: true },
    run: (context) => check(context, 'audit-log', verifyAuditDays),
  },
} satisfies ScheduledJobs;
