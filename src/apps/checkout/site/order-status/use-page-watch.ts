import { useEffect } from 'react';
import { callServer } from '#src/ui/http/call-server.ts';
import { navigateOnce } from './navigate-once.ts';

/** Pauses between looks, in milliseconds; the last one repeats. */
const pauses = [2000, 5000, 10_000] as const;

/**
 * Leaves this page once its own address leads elsewhere: a purchase without an order yet has nothing else to be watched
 * by, and is paid on another device. Looks at once when the buyer comes back to the page, and never while nobody sees it.
 */
export function usePageWatch(here: string): void {
  useEffect(() => {
    let polls = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const poll = async (): Promise<void> => {
      clearTimeout(timer);
      if (document.visibilityState !== 'visible') return;
      const answer = await callServer(here, { method: 'HEAD', redirect: 'manual' }).catch(() => null);
      if (answer?.type === 'opaqueredirect') return navigateOnce(here);
      clearTimeout(timer);
      timer = setTimeout(() => void poll(), pauses[Math.min(polls++, pauses.length - 1)]);
    };
    const onReturn = (): void => {
      polls = 0;
      void poll();
    };
    timer = setTimeout(() => void poll(), pauses[0]);
    document.addEventListener('visibilitychange', onReturn);
    addEventListener('pageshow', onReturn);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onReturn);
      removeEventListener('pageshow', onReturn);
    };
  }, [here]);
}
