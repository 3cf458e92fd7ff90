import type { StaffList } from '#src/domain/context.server.ts';
import { isAllowed, type PermissionSubject, type StaffActor } from '#src/domain/staff/index.ts';
import type { Log } from '#src/kernel/log/log.server.ts';

/** What a page may ask again because somebody changed it. */
export type LiveTopic = 'approvals' | StaffList;

/** One change: the id of a sale, a topic, or `sales` where too many sales changed at once to name them. */
export type LiveEvent =
  | { readonly event: 'sale'; readonly data: string }
  | { readonly event: 'topic'; readonly data: LiveTopic | 'sales' };

/** Tells the console's pages that something changed. Names only: the page asks again, by its own permissions. */
export interface LiveHub {
  /** To call after a change was committed; every process of the console hears it. */
  topicChanged(topic: LiveTopic): void;
  /** Null: this process has too many streams, or this person has. The function ends the subscription. */
  subscribe(actor: StaffActor, send: (event: LiveEvent) => void): (() => void) | null;
  close(): void;
}

interface LiveHubOptions {
  readonly signals: {
    emit(name: string): void;
    onAny(listener: (name: string) => void): () => void;
  };
  /** Who an order belongs to, by its id; ids that are not orders are left out. */
  readonly subjectsOf: (orderIds: readonly string[]) => Promise<ReadonlyMap<string, PermissionSubject>>;
  readonly log: Pick<Log, 'warn'>;
}

/** Streams of one person (one per tab), and of the process. */
export const liveLimits = { person: 8, process: 300 } as const;
/** Changes are gathered so long, in milliseconds: a purchase changes its order several times in a moment. */
const gatherMs = 300;
/** Sales that are named at once; a list that shows more is asked again as a whole. */
const maxNamed = 50;
const topicPrefix = 'topic:';
const topics: readonly LiveTopic[] = ['approvals', 'tasks', 'exports'];

/** The name by which a topic goes through the product's signals, from whichever process changed it. */
export function topicSignal(topic: LiveTopic): string {
  return `${topicPrefix}${topic}`;
}

interface Subscriber {
  readonly actor: StaffActor;
  readonly send: (event: LiveEvent) => void;
}

/** Gathers the product's signals and hands each person those of their scope; reads nothing while nobody listens. */
export function createLiveHub({ signals, subjectsOf, log }: LiveHubOptions): LiveHub {
  const subscribers = new Set<Subscriber>();
  let gathered = new Set<string>();
  let timer: NodeJS.Timeout | null = null;

  const stop = signals.onAny((name) => {
    if (subscribers.size === 0) return;
    gathered.add(name);
    timer ??= setTimeout(() => void flush(), gatherMs).unref();
  });

  async function flush(): Promise<void> {
    const names = [...gathered];
    gathered = new Set();
    timer = null;
    const changed = topics.filter((topic) => names.includes(`${topicPrefix}${topic}`));
    for (const data of changed) for (const { send } of subscribers) send({ event: 'topic', data });
    const ids = names.filter((name) => !name.startsWith(topicPrefix));
    if (ids.length === 0) return;
    if (ids.length > maxNamed) {
      for (const { send } of subscribers) send({ event: 'topic', data: 'sales' });
      return;
    }
    try {
      const subjects = await subjectsOf(ids);
      for (const { actor, send } of subscribers)
        for (const [data, subject] of subjects)
          if (isAllowed(actor, 'sale.view', subject)) send({ event: 'sale', data });
    } catch (error) {
      // Pages ask again by themselves from time to time.
      log.warn('live-signals-lost', { error });
    }
  }

  return {
    topicChanged: (topic) => signals.emit(topicSignal(topic)),
    subscribe(actor, send) {
      const own = [...subscribers].filter((one) => one.actor.accountId === actor.accountId).length;
      if (subscribers.size >= liveLimits.process || own >= liveLimits.person) return null;
      const subscriber = { actor, send };
      subscribers.add(subscriber);
      return () => void subscribers.delete(subscriber);
    },
    close() {
      stop();
      if (timer) clearTimeout(timer);
      subscribers.clear();
    },
  };
}
