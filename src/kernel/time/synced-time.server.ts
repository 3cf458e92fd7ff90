import type { Log } from '../log/log.server.ts';

/** Reads the time of the database, which all processes share: milliseconds since 1970 (UTC). */
export type ReadTime = () => Promise<number>;

/** A smaller difference, beyond the uncertainty of the round trip, is ignored. */
const toleratedMs = 100;
/** An answer with a longer round trip is too imprecise. */
const slowestMs = 1_000;
/** A larger jump is accepted once a second answer confirms it; a machine whose own clock differs so is logged. */
const jumpMs = 5_000;
const againEveryMs = 30_000;
/** Delay after no answer, a slow one, or an unconfirmed jump. */
const againSoonMs = 2_000;

/** Result of one synchronization. */
export interface TimeSync {
  /** How far this machine's own clock is ahead of the shared time, in ms. */
  readonly ownAheadMs: number;
  /** How far it moved the synchronized time, in ms; usually 0. */
  readonly movedMs: number;
}

/**
 * One time for all processes: the database's, continued by this process's monotonic timer. A machine's clock that is wrong, or
 * is corrected while the process runs, has no effect: one worker three days ahead would end payment codes that are still
 * valid and delay polls by three days. Before the first synchronization it is the machine's own time.
 */
export class SyncedTime {
  #anchorMs = Date.now();
  #anchoredAt = performance.now();
  #isAgreed = false;
  /** A jump that is not confirmed yet, in ms. */
  #doubtedMs: number | null = null;

  /** Milliseconds since 1970 (UTC). */
  nowMs(): number {
    return this.#at(performance.now());
  }

  /**
   * Synchronizes once; null when it must be repeated first: the answer was slow, or reports an unconfirmed jump. The first
   * answer always counts.
   */
  async sync(ask: ReadTime): Promise<TimeSync | null> {
    const asked = performance.now();
    const theirs = await ask();
    const received = performance.now();
    const roundTripMs = received - asked;
    if (this.#isAgreed && roundTripMs > slowestMs) return null;
    const middle = (asked + received) / 2;
    const awayMs = theirs - this.#at(middle);
    const isAnother = Math.abs(awayMs) > toleratedMs + roundTripMs / 2;
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
    return { ownAheadMs: Date.now() - roundTripMs / 2 - theirs, movedMs };
  }

  #isSaidAgain(awayMs: number): boolean {
    return this.#doubtedMs !== null && Math.abs(awayMs - this.#doubtedMs) < jumpMs;
  }

  #at(timer: number): number {
    return this.#anchorMs + timer - this.#anchoredAt;
  }
}

/**
 * Synchronizes repeatedly until it is stopped; sooner after an uncertain result. A machine whose own clock is wrong is logged
 * once, and once more when it is right again; so is a jump of the shared time.
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
