import { z } from 'zod';
import type { JournalStore } from '../runtime/journal-store.server.ts';
import type { SandboxContext } from '../runtime/sandbox-context.server.ts';

/** One event as the collector keeps it. */
export interface CollectedEvent {
  readonly id: string;
  readonly measurementId: string;
  readonly clientId: string;
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly receivedAt: string;
}

const body = z.object({
  client_id: z.string().min(1).max(64),
  timestamp_micros: z.number().int().positive(),
  events: z
    .array(z.object({ name: z.string().regex(/^[a-z_]{1,40}$/), params: z.record(z.string(), z.unknown()) }))
    .min(1)
    .max(25),
});

export interface AnalyticsCollector {
  /** Stores valid events; like the real collector, its route answers 2xx to everything. */
  take(measurementId: string, secret: string, given: unknown): void;
  list(): readonly CollectedEvent[];
}

/** The stand-in for the collector of GA4's Measurement Protocol. Of purchases with one transaction id it keeps the first. */
export function createAnalyticsCollector(context: SandboxContext, secret: string | null): AnalyticsCollector {
  const store: JournalStore<CollectedEvent> = context.store<CollectedEvent>('analytics', { idOf: ({ id }) => id });
  let count = store.size;
  return {
    take(measurementId, given, json) {
      const read = body.safeParse(json);
      if (!/^G-[A-Z0-9]{4,20}$/.test(measurementId) || secret === null || given !== secret || !read.success) return;
      for (const { name, params } of read.data.events) {
        count += 1;
        const transaction = params['transaction_id'];
        const id = typeof transaction === 'string' ? `${measurementId} ${name} ${transaction}` : `event ${count}`;
        if (store.get(id)) continue;
        store.put({ id, measurementId, clientId: read.data.client_id, name, params, receivedAt: context.timestamp() });
      }
    },
    list: () => [...store.values()],
  };
}
