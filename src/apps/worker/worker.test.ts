import { describe, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { createDomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import type { Job } from './job.contract.ts';
import { lastRuns } from './job-runs.repository.server.ts';
import { prepareJobQueue } from '../../platform/job-queue/job-queue-schema.server.ts';
import { startJobQueue, type StartedQueue } from '../../platform/job-queue/job-queue.server.ts';
import { startWorker, type Worker } from './worker.server.ts';

const nothing = async (): Promise<void> => undefined;
const mailer = {
  ...{ sendEmails: async () => 0, sendSubscriptionNotice: nothing, sendAccountEmail: nothing },
  ...{ sendRecoveryReminder: nothing, sendResumeLink: nothing },
};

/** A worker at these jobs, on a database and a queue of the test's own. */
async function working(
  jobs: readonly Job[],
): Promise<Worker & Pick<StartedQueue, 'queues'> & { readonly database: TestDatabase }> {
  const database = await createTestDatabase();
  await prepareJobQueue(database.address);
  const { boss, queues } = await startJobQueue(database.address, jobs, () => undefined);
  onTestFinished(async () => {
    await boss.stop({ graceful: false });
    await database.close();
  });
  const { ctx } = createDomainWorld(database);
  return { ...(await startWorker(boss, jobs, { ...ctx, ...mailer })), database, queues };
}

describe('a worker', () => {
  test('runs each second’s jobs in sequence, and reports their results', async () => {
    let [runs, atOnce, most] = [0, 0, 0];
    const often: Job = {
      ...{ name: 'often', everySeconds: 0.01, retries: 0, retrySeconds: 1, batch: 1 },
      async run() {
        atOnce += 1;
        most = Math.max(most, atOnce);
        await new Promise((resume) => setTimeout(resume, 15));
        atOnce -= 1;
        runs += 1;
        if (runs === 2) throw new Error('once');
      },
    };
    const daily: Job = {
      ...{ name: 'daily', cron: '0 3 * * *', retries: 0, retrySeconds: 1, batch: 1 },
      run: () => Promise.reject(new Error('always')),
    };
    const worker = await working([often, daily]);
    while (runs < 4) await new Promise((resume) => setTimeout(resume, 10));
    await worker.runDue();
    expect((await worker.queues()).map(({ name }) => name).toSorted()).toEqual(['daily', 'often']);
    expect(await lastRuns(worker.database.db)).toMatchObject({ daily: { isGood: false }, often: { isGood: true } });
    await worker.stop();
    const after = runs;
    await new Promise((resume) => setTimeout(resume, 60));
    expect([runs, most <= 2]).toEqual([after, true]);
  });

  test('stops between two due jobs, and not before the running one has ended', async () => {
    const done: string[] = [];
    let began = (): void => undefined;
    const isRunning = new Promise<void>((resolve) => (began = resolve));
    const slow = (name: string): Job => ({
      ...{ name, cron: '0 3 * * *', retries: 0, retrySeconds: 1, batch: 1 },
      async run() {
        began();
        await new Promise((resume) => setTimeout(resume, 60));
        done.push(name);
      },
    });
    const both = [slow('first'), slow('second')];
    const worker = await working(both);
    void worker.runDue();
    await isRunning;
    await worker.stop();
    expect(done).toEqual(['first']);
    await new Promise((resume) => setTimeout(resume, 120));
    expect(done).toEqual(['first']);
  });

  test('signals its stop to running jobs, which then end by themselves', async () => {
    let isToldSo = false;
    let began = (): void => undefined;
    const isRunning = new Promise<void>((resolve) => (began = resolve));
    const long: Job = {
      ...{ name: 'long', everySeconds: 60, retries: 0, retrySeconds: 1, batch: 1 },
      async run({ isStopping }) {
        began();
        expect(isStopping?.()).toBe(false);
        for (let pieces = 0; pieces < 500 && !isToldSo; pieces += 1) {
          await new Promise((resume) => setTimeout(resume, 5));
          isToldSo = isStopping?.() ?? false;
        }
      },
    };
    const worker = await working([long]);
    await isRunning;
    await worker.stop();
    expect(isToldSo).toBe(true);
  });

  test('queues a follow-up behind the running round', async () => {
    const done: string[] = [];
    let began = (): void => undefined;
    const isRunning = new Promise<void>((resolve) => (began = resolve));
    let rounds = 0;
    const charging: Job = {
      ...{ name: 'charging', everySeconds: 60, retries: 0, retrySeconds: 1, batch: 1 },
      async run() {
        rounds += 1;
        if (rounds > 1) return void done.push('nothing is left to charge');
        began();
        await new Promise((resume) => setTimeout(resume, 100));
        done.push('charged');
      },
    };
    const following: Job = {
      ...{ name: 'following', cron: '0 3 * * *', retries: 0, retrySeconds: 1, batch: 1 },
      run: async () => void done.push('followed'),
    };
    const both = [charging, following];
    const worker = await working(both);
    await isRunning;
    await worker.runDue();
    expect(done).toEqual(['charged', 'nothing is left to charge', 'followed']);
    await worker.stop();
  });

  test('queues a follow-up behind a round that began meanwhile, too', async () => {
    const done: string[] = [];
    let began = (): void => undefined;
    const isRunning = new Promise<void>((resolve) => (began = resolve));
    let anotherBegan = (): void => undefined;
    const anotherRuns = new Promise<void>((resolve) => (anotherBegan = resolve));
    const soon = (ms: number) => new Promise<void>((resume) => setTimeout(resume, ms));
    let runs = 0;
    const charging: Job = {
      ...{ name: 'charging', everySeconds: 0.2, retries: 0, retrySeconds: 1, batch: 1 },
      async run() {
        runs += 1;
        const own = runs;
        if (own === 1) began();
        // What is due lasts until the next round begins, which has the charge in hand.
        if (own === 2) await Promise.race([anotherRuns, soon(3_000)]);
        if (own !== 3) return;
        anotherBegan();
        await soon(100);
        done.push('charged');
      },
    };
    const following: Job = {
      ...{ name: 'following', cron: '0 3 * * *', retries: 0, retrySeconds: 1, batch: 1 },
      run: async () => void done.push('followed'),
    };
    const both = [charging, following];
    const worker = await working(both);
    await isRunning;
    await worker.runDue();
    expect(done).toEqual(['charged', 'followed']);
    await worker.stop();
  });
});
