import type { CheckedPage } from './check-checkout.ts';

/** What is told of a look that found something, or of the first after it that found nothing. */
export interface WatchNews {
  /** UTC. */
  readonly at: string;
  readonly shop: string;
  /** Sentences; none when all is as it was built again. */
  readonly differences: readonly string[];
}

export interface Watching {
  readonly shop: string;
  /** Looks once; what it throws is a difference too: a shop that cannot be looked at is none without differences. */
  readonly look: () => Promise<CheckedPage>;
  readonly everySeconds: number;
  readonly say: (line: string) => void;
  /** Tells whoever is to be alarmed; null: nobody is, and watching ends with the first difference. */
  readonly tell: ((news: WatchNews) => Promise<void>) | null;
  readonly now: () => Date;
  /** Resolves after so long, or at once when watching is to end. */
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly isOver: () => boolean;
}

/** A room that is away for a day hears of so many. */
const maxUnreported = 200;

/**
 * Looks again and again, and tells of every look that found something: what could not be told is told with the next. Answers
 * whether the last look found nothing.
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
    // Whoever was alarmed hears of the end too.
    if (tell !== null && (!isWell || isAlarmed)) {
      const differences = [...untold, ...found];
      const isTold = await hasReported(tell, { at, shop, differences }, say);
      untold = isTold ? [] : [...untold, ...found.map((one) => `${at} ${one}`)].slice(-maxUnreported);
      isAlarmed = differences.length > 0 || !isTold;
    }
    // From beginning to beginning: a slow shop is not looked at more rarely.
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
