import type { Job, WorkerContext } from '../job.contract.ts';

/**
 * How many letters are in hand at once, no more than a mail server that hangs has let go in time (`openMailTransport`), and
 * how many times over before the worker may be stopped.
 */
const atOnce = 8;
const mostRounds = 60;
/** One address that is wrong fails a round; when so many fail one after the other, nobody takes anything. */
const mostFailures = 3;

/** Sends the letters that wait. They are rows of their own, written with their cause: any worker takes what nobody has. */
export const job: Job = {
  name: 'send-messages',
  everySeconds: 1,
  retries: 0,
  retrySeconds: 1,
  batch: 1,
  run: ({ deliverMessages }) => sendInRounds(deliverMessages),
};

/** Goes on after a letter that was not taken, which waits for its own pause, and throws for it in the end. */
export async function sendInRounds(deliver: WorkerContext['deliverMessages']): Promise<void> {
  let failure: { readonly error: unknown } | null = null;
  let inARow = 0;
  for (let round = 0; round < mostRounds && inARow < mostFailures; round += 1) {
    try {
      if ((await deliver({ limit: atOnce })) < atOnce) break;
      inARow = 0;
    } catch (error) {
      failure = { error };
      inARow += 1;
    }
  }
  if (failure) throw failure.error;
}
