import { useEffect, useRef, useSyncExternalStore } from 'react';
import { api } from './api.ts';
import { failureKind } from './problem-error.ts';

/** What the server says has changed: a name means “ask again”, and carries no data. */
export type LiveTopic = 'approvals' | 'tasks' | 'exports' | 'sales' | `sale:${string}`;

const topics: readonly LiveTopic[] = ['approvals', 'tasks', 'exports', 'sales'];
/** Null: the stream was away for a moment, and anything may have changed. */
type Listener = (topic: LiveTopic | null) => void;

const listeners = new Set<Listener>();
/** A screen is read, and listens once it is shown: what changed in so many milliseconds before may be missing in it. */
const unheardMs = 10_000;
/** When each topic last changed, in milliseconds of the page. */
const changedAt = new Map<LiveTopic, number>();
let source: EventSource | null = null;
/** A stream that was refused, by a server that starts anew or has too many, is asked for again so much later. */
const reopenMs = 20_000;
const sessionListeners = new Set<() => void>();
let hasSessionEnded = false;

/** One stream for each tab, open while anything listens; after a cut the browser connects again by itself. */
export function subscribeToLive(listener: Listener): () => void {
  listeners.add(listener);
  source ??= open();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    source?.close();
    source = null;
  };
}

function remember(topic: LiveTopic): void {
  const now = performance.now();
  // The newest stand last, so that the map never holds more than the sales of some seconds.
  changedAt.delete(topic);
  changedAt.set(topic, now);
  for (const [old, at] of changedAt) {
    if (now - at < unheardMs) break;
    changedAt.delete(old);
  }
}

function open(): EventSource {
  const stream = new EventSource('/data/live');
  const notify = (topic: LiveTopic | null): void => {
    if (topic !== null) remember(topic);
    for (const listener of listeners) listener(topic);
  };
  let wasOpen = false;
  stream.addEventListener('open', () => {
    if (wasOpen) notify(null);
    wasOpen = true;
  });
  stream.addEventListener('error', () => {
    // Closed for good: the answer was none of a stream.
    if (stream.readyState === EventSource.CLOSED) void reopen(stream);
  });
  stream.addEventListener('sale', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') notify(`sale:${data}`);
  });
  stream.addEventListener('topic', ({ data }: MessageEvent<unknown>) => {
    const topic = topics.find((one) => one === data);
    if (topic) notify(topic);
  });
  return stream;
}

/** Without a session there is no stream; for any other reason it comes back, and then anything may have changed. */
async function reopen(refused: EventSource): Promise<void> {
  try {
    await api.get('/me');
  } catch (error) {
    if (failureKind(error) === 'signed-out') {
      hasSessionEnded = true;
      for (const listener of sessionListeners) listener();
      return;
    }
  }
  setTimeout(() => {
    if (source !== refused) return;
    source = open();
    for (const listener of listeners) listener(null);
  }, reopenMs);
}

/** Whether the session of this page is known to have ended; holds the stream by which it is known. */
export function useHasSessionEnded(): boolean {
  return useSyncExternalStore(subscribeToSession, () => hasSessionEnded);
}

function subscribeToSession(listener: () => void): () => void {
  sessionListeners.add(listener);
  const stop = subscribeToLive(() => undefined);
  return () => {
    stop();
    sessionListeners.delete(listener);
  };
}

/** Calls back when one of the topics has changed, while the component is shown or shortly before. */
export function useLive(wanted: readonly LiveTopic[], onChange: () => void): void {
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  const names = wanted.join(' ');
  useEffect(() => {
    const isWanted = (topic: LiveTopic): boolean => names.split(' ').includes(topic);
    const isUnheard = [...changedAt].some(([topic, at]) => isWanted(topic) && performance.now() - at < unheardMs);
    if (isUnheard) latest.current();
    return subscribeToLive((topic) => {
      if (topic === null || isWanted(topic)) latest.current();
    });
  }, [names]);
}
