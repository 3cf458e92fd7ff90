import { useSyncExternalStore } from 'react';

/**
 * The product's time, for “3 minutes ago”: the sandbox may be ahead of the browser, and a laptop's clock may be wrong. Ticks
 * every 15 seconds, once for all times on the screen.
 */
const tickMs = 15_000;
const listeners = new Set<() => void>();
let offset = 0;
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** Sets the product's time by what the server says it is, in milliseconds since the epoch. */
export function setServerTime(at: number): void {
  offset = at - Date.now();
  tick();
}

function tick(): void {
  now = Date.now() + offset;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The product's time outside of a component. */
export function productNow(): Date {
  return new Date(Date.now() + offset);
}

/** Milliseconds since the epoch, by the product's clock. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
