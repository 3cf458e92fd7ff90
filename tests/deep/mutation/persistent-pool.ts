import type { PoolOptions, PoolRunnerInitializer, PoolWorker } from 'vitest/node';

type Listener = Parameters<PoolWorker['on']>[1];
type Request = Parameters<PoolWorker['send']>[0];

/** So many runs share a thread: what broken tests leave behind in it, connections for instance, goes with it. */
const runsPerThread = 60;

export interface PersistentPool {
  readonly initializer: PoolRunnerInitializer;
  /** Ends the thread that is kept, if one is. */
  readonly end: () => Promise<void>;
}

/**
 * Vitest ends its thread after each run, and Stryker makes a run of each mutant: each would load the whole domain again
 * before its first test. This pool keeps the thread with what it has loaded, and Vitest reads the files of tests anew by
 * itself. What is done while a file is loaded must be done again to be judged:
 * where Stryker says so, the thread is a new one, and nobody else's. `begin` makes a thread.
 */
export function createPersistentPool(begin: (options: PoolOptions) => PoolWorker): PersistentPool {
  let kept: { readonly thread: PoolWorker; runs: number } | null = null;

  async function end(): Promise<void> {
    const ending = kept;
    kept = null;
    await ending?.thread.stop();
  }

  /** The thread for the next run. */
  async function take(options: PoolOptions, isAlone: boolean): Promise<PoolWorker> {
    if (isAlone || (kept !== null && kept.runs >= runsPerThread)) await end();
    if (kept === null) {
      kept = { thread: begin(options), runs: 0 };
      await kept.thread.start();
    }
    kept.runs += 1;
    return kept.thread;
  }

  return { end, initializer: { name: 'lasting', createPoolWorker: (options) => runOf(options, take, end) } };
}

/** What one run takes for a thread of its own. */
function runOf(
  options: PoolOptions,
  take: (options: PoolOptions, isAlone: boolean) => Promise<PoolWorker>,
  end: () => Promise<void>,
): PoolWorker {
  const provided: object = options.project.getProvidedContext();
  const isAlone = 'mutantActivation' in provided && provided.mutantActivation === 'static';
  let thread: PoolWorker | null = null;
  let isRunning = false;
  let listening: { readonly event: string; readonly listener: Listener }[] = [];

  function on(event: string, listener: Listener): void {
    listening.push({ event, listener });
    thread?.on(event, listener);
  }

  return {
    name: 'lasting',
    on,
    off(event, listener) {
      listening = listening.filter((one) => one.event !== event || one.listener !== listener);
      thread?.off(event, listener);
    },
    async start() {
      thread = await take(options, isAlone);
      on('message', (message: unknown) => {
        if (typeOf(message) === 'testfileFinished') isRunning = false;
      });
    },
    send(message: Request) {
      if (typeOf(message) === 'run') isRunning = true;
      if (typeOf(message) !== 'stop') return thread?.send(message);
      // A thread that is told to stop hears nothing any more: it is said to have stopped, and goes on.
      const stopped = { type: 'stopped', __vitest_worker_response__: true };
      for (const { event, listener } of [...listening]) if (event === 'message') listener(stopped);
    },
    async stop() {
      for (const { event, listener } of listening) thread?.off(event, listener);
      listening = [];
      if (isRunning || isAlone) await end();
    },
    deserialize: (data) => data,
  };
}

function typeOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'type' in message ? message.type : undefined;
}
