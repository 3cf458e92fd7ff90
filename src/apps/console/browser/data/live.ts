import { useEffect, useRef } from 'react';

/** What the server says has changed: a name means “ask again”, and carries no data. */
export type LiveTopic = 'approvals' | 'tasks' | 'exports' | 'sales' | `sale:${string}`;

const topics: readonly LiveTopic[] = ['approvals', 'tasks', 'exports', 'sales'];
const listeners = new Set<(topic: LiveTopic) => void>();
let source: EventSource | null = null;

/** One stream for each tab, open while anything listens; the browser connects again by itself. */
export function subscribeToLive(listener: (topic: LiveTopic) => void): () => void {
  listeners.add(listener);
  source ??= open();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    source?.close();
    source = null;
  };
}

function open(): EventSource {
  const stream = new EventSource('/data/live');
  const tell = (topic: LiveTopic): void => {
    for (const listener of listeners) listener(topic);
  };
  stream.addEventListener('sale', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') tell(`sale:${data}`);
  });
  stream.addEventListener('topic', ({ data }: MessageEvent<unknown>) => {
    const topic = topics.find((one) => one === data);
    if (topic) tell(topic);
  });
  return stream;
}

/** Calls back when one of the topics has changed, while the component is shown. */
export function useLive(wanted: readonly LiveTopic[], onChange: () => void): void {
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  const names = wanted.join(' ');
  useEffect(
    () =>
      subscribeToLive((topic) => {
        if (names.split(' ').includes(topic)) latest.current();
      }),
    [names],
  );
}
