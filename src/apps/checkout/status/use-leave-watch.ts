import { useEffect } from 'react';
import { callServer } from '../web/call-server.ts';
import { goOn } from './go-on.ts';

/** Pauses between looks, in milliseconds; the last one repeats. */
const pauses = [2000, 5000, 10_000] as const;

/**
 * Leaves this page once its own address leads elsewhere: a purchase without an order yet has nothing else to be watched
 * by, and is paid on another device. Looks at once when the buyer comes back to the page, and never while nobody sees it.
 */
export function useLeaveWatch(here: string): void {
  useEffect(() => {
    let looks = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      clearTimeout(timer);
      if (document.visibilityState !== 'visible') return;
      const answer = await callServer(here, { method: 'HEAD', redirect: 'manual' }).catch(() => null);
      if (answer?.type === 'opaqueredirect') return goOn(here);
      clearTimeout(timer);
      timer = setTimeout(() => void look(), pauses[Math.min(looks++, pauses.length - 1)]);
    };
    const comeBack = (): void => {
      looks = 0;
      void look();
    };
    timer = setTimeout(() => void look(), pauses[0]);
    document.addEventListener('visibilitychange', comeBack);
    addEventListener('pageshow', comeBack);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', comeBack);
      removeEventListener('pageshow', comeBack);
    };
  }, [here]);
}
