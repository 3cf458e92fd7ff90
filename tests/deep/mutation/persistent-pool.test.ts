import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { PoolOptions, PoolWorker } from 'vitest/node';
import { createPersistentPool } from './persistent-pool.ts';

type Request = Parameters<PoolWorker['send']>[0];

/** A thread that notes what it is told, and ends a run when it is asked to. */
class Thread extends EventEmitter {
  readonly name = 'threads';
  readonly received: string[] = [];
  readonly deserialize = (data: unknown) => data;
  send({ type }: Request): void {
    this.received.push(type);
  }
  async start(): Promise<void> {
    this.received.push('begun');
  }
  async stop(): Promise<void> {
    this.received.push('ended');
  }
  finish(): void {
    this.emit('message', { type: 'testfileFinished' });
  }
}

function sandboxWorld() {
  const threads: Thread[] = [];
  const pool = createPersistentPool(() => {
    const thread = new Thread();
    threads.push(thread);
    return thread;
  });
  /** One run as Vitest makes it; returns what it heard. */
  async function run({ mutantActivation = 'runtime', isBrokenOff = false } = {}): Promise<string[]> {
    const project = { getProvidedContext: () => ({ mutantActivation }) };
    const worker = pool.initializer.createPoolWorker({ project } as unknown as PoolOptions);
    const received: string[] = [];
    await worker.start();
    worker.on('message', ({ type }: { type: string }) => received.push(type));
    worker.send({ type: 'run' } as Request);
    if (!isBrokenOff) threads.at(-1)?.finish();
    if (!isBrokenOff) worker.send({ type: 'stop' } as Request);
    await worker.stop();
    return received;
  }
  return { pool, threads, run };
}

test('runs share a thread, which never hears that one is over; nobody listens to it afterwards', async () => {
  const { pool, threads, run } = sandboxWorld();
  expect(await run()).toEqual(['testfileFinished', 'stopped']);
  expect(await run()).toEqual(['testfileFinished', 'stopped']);
  expect(threads.map(({ received }) => received)).toEqual([['begun', 'run', 'run']]);
  expect(threads[0]?.listenerCount('message')).toBe(0);
  await pool.end();
  expect(threads[0]?.received.at(-1)).toBe('ended');
});

test('work at a file’s load has a thread before and after no other', async () => {
  const { threads, run } = sandboxWorld();
  await run();
  await run({ mutantActivation: 'static' });
  await run();
  expect(threads.map(({ received }) => received)).toEqual([
    ['begun', 'run', 'ended'],
    ['begun', 'run', 'ended'],
    ['begun', 'run'],
  ]);
});

test('a run that was broken off ends its thread, and so do many runs', async () => {
  const { threads, run } = sandboxWorld();
  await run({ isBrokenOff: true });
  expect(threads[0]?.received).toEqual(['begun', 'run', 'ended']);
  for (let count = 0; count < 61; count += 1) await run();
  expect(threads).toHaveLength(3);
});
