import type { ScheduledJobs, SentJobs, WorkerContext } from '../job.contract.ts';

/** E-mails sent at the same time: no more than a mail server that hangs releases in time (`openMailTransport`). */
const batchSize = 8;
/** Batches of one run; the worker may be stopped after it. */
const mostRounds = 60;
/** A run ends after so many failed batches in a row: the mail server takes nothing. A single wrong address fails one. */
const maxFailures = 3;

export const sent = {
  /** Sends an e-mail with the link to a buyer's account. */
  'send-account-email': {
    ...{ retries: 6, retrySeconds: 30, batch: 10 },
    run: (context, { emailId }) => context.sendAccountEmail(emailId),
  },
  /** Sends one reminder of an abandoned checkout. */
  'send-recovery-reminder': {
    ...{ retries: 6, retrySeconds: 30, batch: 10 },
    run: (context, { abandonmentId, step }) => context.sendRecoveryReminder(abandonmentId, Number(step)),
  },
  /** Sends a buyer the link of their own purchase, at their request. */
  'send-resume-link': {
    ...{ retries: 6, retrySeconds: 5, batch: 10 },
    run: (context, { resumeRequestId }) => context.sendResumeLink(resumeRequestId),
  },
  /** Sends one e-mail or text about a subscription. */
  'send-subscription-notice': {
    ...{ retries: 12, retrySeconds: 10, batch: 20 },
    run: (context, { noticeId }) => context.sendSubscriptionNotice(noticeId),
  },
} satisfies Partial<SentJobs>;

export const scheduled = {
  /** Sends the queued e-mails. They are rows, written with their cause: each worker takes those that no other has. */
  'send-emails': {
    everySeconds: 1,
    ...{ retries: 0, retrySeconds: 1, batch: 1 },
    run: ({ sendEmails }) => sendInBatches(sendEmails),
  },
} satisfies ScheduledJobs;

/** Sends batch after batch. A refused e-mail waits for its own retry; its error is thrown after the last batch. */
export async function sendInBatches(deliver: WorkerContext['sendEmails']): Promise<void> {
  let failure: { readonly error: unknown } | null = null;
  let inARow = 0;
  for (let round = 0; round < mostRounds && inARow < maxFailures; round += 1) {
    try {
      if ((await deliver({ limit: batchSize })) < batchSize) break;
      inARow = 0;
    } catch (error) {
      failure = { error };
      inARow += 1;
    }
  }
  if (failure) throw failure.error;
}
