import { callServer } from '../web/call-server.ts';
import { readOrderStatus, standingOf } from './order-status.ts';

export interface OrderWatch {
  readonly orderId: string;
  /** Standing that the page was made for (`standingOf`). */
  readonly seen: string;
  /** Called once, when the order stands otherwise. */
  readonly onChange: () => void;
  /** Told when the order is asked for because the buyer came back, and when the answer is there. */
  readonly onCheck?: (isChecking: boolean) => void;
}

/** Pauses between looks while there is no stream, in milliseconds; the last one repeats. */
const pauses = [2000, 5000, 10_000] as const;
/** A stream that was silent for so long after it opened is taken for dead: it says the state at once. */
const streamPatience = 5000;

/**
 * Watches an order: pushed status first, looks at growing intervals where the push does not get through. It looks at
 * once when the buyer comes back from the bank's app, since phones freeze connections behind their backs; it lets go on
 * `pagehide` so that the page can wait in the back/forward cache, and takes up again on `pageshow`.
 * Returns how to stop.
 */
export function watchOrder({ orderId, seen, onChange, onCheck }: OrderWatch): () => void {
  const base = `/api/v1/order/${encodeURIComponent(orderId)}`;
  let stream: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looks = 0;
  let isOver = false;

  const hear = (text: string): void => {
    const status = readOrderStatus(text);
    if (isOver || !status || standingOf(status) === seen) return;
    stop();
    onChange();
  };
  const look = async (query = ''): Promise<void> => {
    const answer = await callServer(`${base}/status${query}`).catch(() => null);
    if (answer?.ok) hear(await answer.text().catch(() => ''));
  };
  const lookAgain = (): void => {
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        if (document.visibilityState === 'visible') void look();
        lookAgain();
      },
      pauses[Math.min(looks++, pauses.length - 1)],
    );
  };
  const fallBack = (): void => {
    stream?.close();
    stream = null;
    if (!isOver) lookAgain();
  };
  const start = (): void => {
    if (isOver || stream) return;
    looks = 0;
    try {
      stream = new EventSource(`${base}/events`);
    } catch {
      return fallBack();
    }
    clearTimeout(timer);
    timer = setTimeout(fallBack, streamPatience);
    stream.addEventListener('status', (event) => {
      clearTimeout(timer);
      hear(String(event.data));
    });
    stream.addEventListener('error', () => {
      // The browser reconnects by itself unless it has given up.
      if (stream?.readyState === EventSource.CLOSED) fallBack();
      else {
        clearTimeout(timer);
        timer = setTimeout(fallBack, streamPatience);
      }
    });
  };
  const rest = (): void => {
    clearTimeout(timer);
    stream?.close();
    stream = null;
  };
  const wake = (): void => {
    if (isOver || document.visibilityState !== 'visible') return;
    onCheck?.(true);
    void look('?back=1').then(() => onCheck?.(false));
    start();
  };
  const comeBack = (event: PageTransitionEvent): void => {
    if (event.persisted) wake();
  };
  function stop(): void {
    isOver = true;
    rest();
    removeEventListener('pagehide', rest);
    removeEventListener('pageshow', comeBack);
    document.removeEventListener('visibilitychange', wake);
  }
  addEventListener('pagehide', rest);
  addEventListener('pageshow', comeBack);
  document.addEventListener('visibilitychange', wake);
  start();
  return stop;
}
