import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../kernel/log/log.server.ts';

/** Closing functions of the process: the newest runs first, each whatever the result of the others. */
export class Shutdown {
  readonly #steps: (() => Promise<unknown>)[] = [];
  #isStopping = false;

  /** Whether the process was told to stop: whoever chooses processes sends it nothing new. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Says from now on that the process stops, and goes on serving for so many seconds. */
  async announce(seconds: number): Promise<void> {
    this.#isStopping = true;
    await sleep(seconds * 1000);
  }

  add(step: () => Promise<unknown>): void {
    this.#steps.unshift(step);
  }

  async run(log: Log): Promise<void> {
    for (const step of this.#steps.splice(0)) {
      try {
        await step();
      } catch (error) {
        log.error('shutdown-step-failed', { error });
      }
    }
  }
}
