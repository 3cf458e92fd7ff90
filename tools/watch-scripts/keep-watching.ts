import type { CheckedPage } from './check-checkout.ts';

/** Report of a check with differences, or of the first one after it without. */
export interface WatchNews {
  /** UTC. */
  readonly at: string;
  readonly shop: string;
  /** Sentences; none when everything is as built again. */
  readonly differences: readonly string[];
}

export interface Watching {
  readonly shop: string;
  /** Checks once; an exception is a difference too: a shop that cannot be checked does not pass. */
  readonly look: () => Promise<CheckedPage>;
  readonly everySeconds: number;
  readonly say: (line: string) => void;
  /** Sends a report; null: there is no receiver, and watching ends with the first difference. */
  readonly tell: ((news: WatchNews) => Promise<void>) | null;
  readonly now: () => Date;
  /** Resolves after the delay, or at once when watching is to end. */
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly isOver: () => boolean;
}

/** Most unsent reports: the receiver may be unavailable for a day. */
const maxUnreported = 200;

/**
 * Checks repeatedly and reports every check with differences; a report that could not be sent is sent with the next.
 * Returns whether the last check found no difference.
 */
export async function keepWatching(watching: Watching): Promise<boolean> {
  const { shop, everySeconds, say, tell, now, pause, isOver } = watching;
  let isAlarmed = false;
  let isWell = true;
  let untold: readonly string[] = [];
  while (!isOver()) {
    const began = now();
    const at = began.toISOString();
    const found = await checkOnce(watching);
    isWell = found.length === 0;
    for (const one of isWell ? ['as it was built'] : found) say(`${at} ${one}`);
    if (!isWell && tell === null) return false;
    // The end of the differences is reported too.
    if (tell !== null && (!isWell || isAlarmed)) {
      const differences = [...untold, ...found];
      const isTold = await hasReported(tell, { at, shop, differences }, say);
      untold = isTold ? [] : [...untold, ...found.map((one) => `${at} ${one}`)].slice(-maxUnreported);
      isAlarmed = differences.length > 0 || !isTold;
    }
    // From start to start: a slow shop is checked as often as a quick one.
    await pause(Math.max(0, everySeconds * 1000 - (now().getTime() - began.getTime())));
  }
  return isWell;
}

async function checkOnce({ look }: Watching): Promise<readonly string[]> {
  try {
    return (await look()).differences;
  } catch (error) {
    return [`could not be looked at: ${reasonOf(error)}`];
  }
}

async function hasReported(
  tell: (news: WatchNews) => Promise<void>,
  news: WatchNews,
  say: (line: string) => void,
): Promise<boolean> {
  try {
    await tell(news);
    return true;
  } catch (error) {
    say(`could not be told: ${reasonOf(error)}`);
    return false;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
