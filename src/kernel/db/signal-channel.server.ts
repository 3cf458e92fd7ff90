import pg from 'pg';
import type { DatabaseAddress } from './pool.server.ts';
import { guardSession } from './writable-session.server.ts';

type Listener = () => void;

/** Notifies every process of the product of a change by its name. Carries names only, never data. */
export interface SignalChannel {
  emit(name: string): void;
  /** Adds a listener; returns the function that removes it. */
  on(name: string, listener: Listener): () => void;
  /** Adds a listener of every name; returns the function that removes it. */
  onAny(listener: (name: string) => void): () => void;
  close(): Promise<void>;
}

/** Names are gathered this long and sent as one statement: a notification costs a round trip, not a commit. */
const gatherMs = 20;
const retryMs = 1000;

/** Prepared once per connection: parsing and planning cost three times as much as the execution. */
const notify = { name: 'notify', text: 'select pg_notify($1, name) from unnest($2::text[]) as name' } as const;

/**
 * Opens a channel over PostgreSQL's NOTIFY. Listeners of this process are called at once, those of others by the
 * database. A lost connection is opened again; the watchers' own polling finds what was missed meanwhile.
 */
export async function openSignalChannel(
  address: DatabaseAddress,
  pool: pg.Pool,
  channel: string,
): Promise<SignalChannel> {
  const self = Math.random().toString(36).slice(2);
  const listeners = new Map<string, Set<Listener>>();
  const ofAll = new Set<(name: string) => void>();
  const gathered = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let client: pg.Client | null = null;
  let isClosed = false;

  function tell(name: string): void {
    for (const listener of listeners.get(name) ?? []) listener();
    for (const listener of ofAll) listener(name);
  }

  async function listen(): Promise<void> {
    const next = new pg.Client({
      ...address,
      application_name: 'matricula-signals',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    next.on('notification', ({ payload = '' }) => {
      const [from, name = ''] = payload.split(' ');
      if (from !== self) tell(name);
    });
    next.on('error', () => undefined);
    next.on('end', () => {
      setTimeout(() => {
        if (!isClosed) void listen().catch(() => undefined);
      }, retryMs).unref();
    });
    await next.connect();
    try {
      // A standby refuses LISTEN: its connection, left open, would never end, and no other would be tried.
      await guardSession(next);
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      await next.end();
      throw error;
    }
    client = next;
  }

  function send(): void {
    timer = null;
    const names = [...gathered].map((name) => `${self} ${name}`);
    gathered.clear();
    // Only a hint for other processes: when it fails, their watchers poll.
    pool.query({ ...notify, values: [channel, names] }).catch(() => undefined);
  }

  try {
    await listen();
  } catch (error) {
    // The caller gets the error, and may open another channel.
    isClosed = true;
    throw error;
  }
  return {
    emit(name) {
      tell(name);
      gathered.add(name);
      timer ??= setTimeout(send, gatherMs);
    },
    on(name, listener) {
      const own = listeners.get(name) ?? new Set();
      listeners.set(name, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0) listeners.delete(name);
      };
    },
    onAny(listener) {
      ofAll.add(listener);
      return () => void ofAll.delete(listener);
    },
    async close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      await client?.end();
    },
  };
}
