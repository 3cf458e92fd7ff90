import { callServer } from '#src/ui/http/call-server.ts';
import { readOrderStatus, orderStateKey } from './order-status.ts';

export interface OrderWatch {
  readonly orderId: string;
  /** The page's status (`standingOf`). */
  readonly knownState: string;
  /** Called once, when the status differs. */
  readonly onChange: () => void;
  /** Called when a poll for a returning buyer begins, and when it ends. */
  readonly onCheck?: (isChecking: boolean) => void;
}

/** Pauses between polls without a stream, in milliseconds; the last one repeats. */
const pauses = [2000, 5000, 10_000] as const;
/** A stream that is silent for so long after it opened counts as dead: it sends the state at once. */
const streamTimeoutMs = 5000;

/**
 * Watches an order: by pushed status, or by polls at growing intervals where the stream fails. Polls at once when the buyer
 * returns from the bank's app, since phones freeze connections in the background. Stops on `pagehide`, so that the page can
 * enter the back/forward cache, and starts again on `pageshow`. Returns a function that stops it.
 */
export function watchOrder({ orderId, knownState, onChange, onCheck }: OrderWatch): () => void {
  const base = `/api/v1/order/${encodeURIComponent(orderId)}`;
  let stream: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let polls = 0;
  let isOver = false;

  const onStatus = (text: string): void => {
    const status = readOrderStatus(text);
    if (isOver || !status || orderStateKey(status) === knownState) return;
    stop();
    onChange();
  };
  const poll = async (query = ''): Promise<void> => {
    const answer = await callServer(`${base}/status${query}`).catch(() => null);
    if (answer?.ok) onStatus(await answer.text().catch(() => ''));
  };
  const schedulePoll = (): void => {
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        if (document.visibilityState === 'visible') void poll();
        schedulePoll();
      },
      pauses[Math.min(polls++, pauses.length - 1)],
    );
  };
  const fallBack = (): void => {
    stream?.close();
    stream = null;
    if (!isOver) schedulePoll();
  };
  const start = (): void => {
    if (isOver || stream) return;
    polls = 0;
    try {
      stream = new EventSource(`${base}/events`);
    } catch {
      return fallBack();
    }
    clearTimeout(timer);
    timer = setTimeout(fallBack, streamTimeoutMs);
    stream.addEventListener('status', (event) => {
      clearTimeout(timer);
      onStatus(String(event.data));
    });
    stream.addEventListener('error', () => {
      // The browser reconnects by itself until it gives up.
      if (stream?.readyState === EventSource.CLOSED) fallBack();
      else {
        clearTimeout(timer);
        timer = setTimeout(fallBack, streamTimeoutMs);
      }
    });
  };
  const disconnect = (): void => {
    clearTimeout(timer);
    stream?.close();
    stream = null;
  };
  const reconnect = (): void => {
    if (isOver || document.visibilityState !== 'visible') return;
    onCheck?.(true);
    void poll('?back=1').then(() => onCheck?.(false));
    start();
  };
  const onPageShow = (event: PageTransitionEvent): void => {
    if (event.persisted) reconnect();
  };
  function stop(): void {
    isOver = true;
    disconnect();
    removeEventListener('pagehide', disconnect);
    removeEventListener('pageshow', onPageShow);
    document.removeEventListener('visibilitychange', reconnect);
  }
  addEventListener('pagehide', disconnect);
  addEventListener('pageshow', onPageShow);
  document.addEventListener('visibilitychange', reconnect);
  start();
  return stop;
}
