import type { Job, WorkerContext } from '../../job.contract.ts';

/**
 * How many letters are in hand at once, no more than a mail server that hangs has let go in time (`openMailTransport`), and
 * how many times over before the worker may be stopped.
 */
const batchSize = 8;
const mostRounds = 60;
/** One address that is wrong fails a round; when so many fail one after the other, nobody takes anything. */
const maxFailures = 3;

/** Sends the letters that wait. They are rows of their own, written with their cause: any worker takes what nobody has. */
export const job: Job = {
  name: 'send-emails',
  everySeconds: 1,
  retries: 0,
  retrySeconds: 1,
  batch: 1,
  run: ({ sendEmails }) => sendInBatches(sendEmails),
};

/** Goes on after a letter that was not taken, which waits for its own pause, and throws for it in the end. */
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
