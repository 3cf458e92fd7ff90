import type { Log } from '../log/log.server.ts';

/** Reads the time of the database, which all processes share: milliseconds since 1970 (UTC). */
export type ReadTime = () => Promise<number>;

/** Less than this, beside what the way of question and answer leaves open, is not another time. */
const toleratedMs = 100;
/** An answer that was on its way for longer says too little. */
const slowestMs = 1_000;
/** Another time by more than this is believed once it is said twice; a machine whose own clock differs so is told of. */
const jumpMs = 5_000;
const againEveryMs = 30_000;
/** After no answer, a slow one, or one that is hard to believe. */
const againSoonMs = 2_000;

/** What one question came to. */
export interface TimeSync {
  /** How far this machine's own clock is ahead of the shared time, in ms. */
  readonly ownAheadMs: number;
  /** How far the time that had been agreed on was moved by it, in ms; 0 as a rule. */
  readonly movedMs: number;
}

/**
 * One time for all processes: the database's, carried on by this process's monotonic timer. A machine's clock that is wrong, or
 * is put right while it runs, moves nothing: one worker three days ahead would end codes that may still be paid and put
 * looks off for three days. Until it has agreed once it is the machine's own time.
 */
export class SyncedTime {
  #anchorMs = Date.now();
  #anchoredAt = performance.now();
  #isAgreed = false;
  /** A jump that was said once, in ms. */
  #doubtedMs: number | null = null;

  /** Milliseconds since 1970 (UTC). */
  nowMs(): number {
    return this.#at(performance.now());
  }

  /**
   * Asks once; null where it has to be asked again before anything is believed: the answer was slow, or says that the time
   * jumped and nothing said so before. The first answer counts whatever it says.
   */
  async sync(ask: ReadTime): Promise<TimeSync | null> {
    const asked = performance.now();
    const theirs = await ask();
    const received = performance.now();
    const wayMs = received - asked;
    if (this.#isAgreed && wayMs > slowestMs) return null;
    const middle = (asked + received) / 2;
    const awayMs = theirs - this.#at(middle);
    const isAnother = Math.abs(awayMs) > toleratedMs + wayMs / 2;
    if (isAnother && this.#isAgreed && Math.abs(awayMs) > jumpMs && !this.#isSaidAgain(awayMs)) {
      this.#doubtedMs = awayMs;
      return null;
    }
    const movedMs = isAnother && this.#isAgreed ? awayMs : 0;
    this.#isAgreed = true;
    this.#doubtedMs = null;
    if (isAnother) {
      this.#anchorMs = theirs;
      this.#anchoredAt = middle;
    }
    return { ownAheadMs: Date.now() - wayMs / 2 - theirs, movedMs };
  }

  #isSaidAgain(awayMs: number): boolean {
    return this.#doubtedMs !== null && Math.abs(awayMs - this.#doubtedMs) < jumpMs;
  }

  #at(timer: number): number {
    return this.#anchorMs + timer - this.#anchoredAt;
  }
}

/**
 * Agrees again and again until it is stopped; soon, where nothing certain was heard. A machine whose own clock is wrong is told
 * of once, and once more when it is right again; so is a time that jumped for everybody.
 */
export function keepSynced(
  time: SyncedTime,
  ask: ReadTime,
  log: Pick<Log, 'warn' | 'info'>,
  { everyMs = againEveryMs, soonMs = againSoonMs } = {},
): { stop(): void } {
  let isWrong = false;
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  const sync = async (): Promise<void> => {
    const received = await time.sync(ask).catch(() => null);
    if (received) tell(received);
    if (!isStopped) timer = setTimeout(() => void sync(), received ? everyMs : soonMs).unref();
  };
  function tell({ ownAheadMs, movedMs }: TimeSync): void {
    if (Math.abs(movedMs) > jumpMs) log.warn('clock-jumped', { aheadSeconds: Math.round(movedMs / 1000) });
    if (Math.abs(ownAheadMs) > jumpMs === isWrong) return;
    isWrong = !isWrong;
    if (isWrong) log.warn('clock-skew-detected', { aheadSeconds: Math.round(ownAheadMs / 1000) });
    else log.info('clock-skew-resolved', {});
  }
  void sync();
  return {
    stop: () => {
      isStopped = true;
      if (timer) clearTimeout(timer);
    },
  };
}
