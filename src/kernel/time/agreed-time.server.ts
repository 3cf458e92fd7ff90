import type { Log } from '../log/log.server.ts';

/** Asks whoever all processes share, the database, for the time: milliseconds since 1970 (UTC). */
export type AskTime = () => Promise<number>;

/** Less than this is the way of question and answer, not another time. */
const toleratedMs = 100;
/** An answer that was on its way for longer says too little. */
const slowestMs = 1_000;
/** A machine whose own clock differs by more is told of. */
const tellMs = 5_000;
const againEveryMs = 30_000;

/**
 * One time for all processes: the database's, carried on by this process's monotonic timer. A machine's clock that is wrong, or
 * is put right while it runs, moves nothing: one worker three days ahead would end codes that may still be paid and put
 * looks off for three days. Until it has agreed once it is the machine's own time.
 */
export class AgreedTime {
  #anchorMs = Date.now();
  #anchoredAt = performance.now();
  #isAgreed = false;

  /** Milliseconds since 1970 (UTC). */
  nowMs(): number {
    return this.#at(performance.now());
  }

  /**
   * Asks once. Gives how far this machine's own clock is ahead of what was heard, in ms; null where the answer was too slow to
   * say it. The first answer counts however slow it was.
   */
  async agree(ask: AskTime): Promise<number | null> {
    const asked = performance.now();
    const theirs = await ask();
    const heard = performance.now();
    if (this.#isAgreed && heard - asked > slowestMs) return null;
    this.#isAgreed = true;
    const middle = (asked + heard) / 2;
    if (Math.abs(theirs - this.#at(middle)) > toleratedMs) {
      this.#anchorMs = theirs;
      this.#anchoredAt = middle;
    }
    return Date.now() - (heard - middle) - theirs;
  }

  #at(timer: number): number {
    return this.#anchorMs + timer - this.#anchoredAt;
  }
}

/**
 * Agrees again and again until it is stopped. A database that is away is asked the next time; a machine whose own clock is
 * wrong is told of once, and once more when it is right again.
 */
export function keepAgreed(
  time: AgreedTime,
  ask: AskTime,
  log: Pick<Log, 'warn' | 'info'>,
  everyMs = againEveryMs,
): { stop(): void } {
  let isWrong = false;
  const agree = async (): Promise<void> => {
    const ahead = await time.agree(ask).catch(() => null);
    if (ahead === null || Math.abs(ahead) > tellMs === isWrong) return;
    isWrong = !isWrong;
    if (isWrong) log.warn('own-clock-wrong', { aheadSeconds: Math.round(ahead / 1000) });
    else log.info('own-clock-right', {});
  };
  void agree();
  const timer = setInterval(() => void agree(), everyMs).unref();
  return { stop: () => clearInterval(timer) };
}
