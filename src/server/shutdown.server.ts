import type { Log } from '../kernel/log/log.server.ts';

/** Closing functions of the process: the newest runs first, each whatever the result of the others. */
export class Shutdown {
  readonly #steps: (() => Promise<unknown>)[] = [];

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
