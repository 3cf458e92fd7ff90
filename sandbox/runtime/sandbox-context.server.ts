import path from 'node:path';
import type { Clock } from '#src/kernel/time/clock.ts';
import type { SandboxSecrets } from './contracts.ts';
import type { WebhookSigning } from './sign-webhook.server.ts';
import { type Scheduler, createScheduler } from './scheduler.server.ts';
import { type WebhookDispatcher, createWebhookDispatcher, type Delivery } from './webhook-dispatcher.server.ts';
import { openJournalStore, type JournalStore, type JournalStoreOptions } from './journal-store.server.ts';
import { createFaults, type FaultNames, type Faults } from '../faults/faults.server.ts';

/** Dependencies of every company in the sandbox. */
export interface SandboxContext {
  readonly clock: Clock;
  readonly secrets: SandboxSecrets;
  /** Folder of journals and keys. */
  readonly dataDir: string;
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly dispatcher: WebhookDispatcher;
  /** Public address without a slash at the end; known once the server listens. */
  origin(): string;
  /** Opens a journal in the data folder. */
  store<T>(name: string, options: JournalStoreOptions<T>): JournalStore<T>;
  /** The sandbox's time as ISO 8601, UTC. */
  timestamp(): string;
  close(): Promise<void>;
}

export interface SandboxContextOptions {
  readonly clock: Clock;
  readonly secrets: SandboxSecrets;
  readonly dataDir: string;
  readonly faultNames: FaultNames;
  /** How each company that sends webhooks signs them, by its name. */
  readonly signings: ReadonlyMap<string, WebhookSigning>;
  readonly origin: () => string;
}

export function createSandboxContext(given: SandboxContextOptions): SandboxContext {
  const { clock, secrets, dataDir, origin, faultNames, signings } = given;
  const stores: { close(): void }[] = [];
  const store = <T>(name: string, options: JournalStoreOptions<T>): JournalStore<T> => {
    const opened = openJournalStore<T>(path.join(dataDir, `${name}.jsonl`), options);
    stores.push(opened);
    return opened;
  };
  const scheduler = createScheduler(clock);
  const faults = createFaults(faultNames);
  const dispatcher = createWebhookDispatcher({
    clock,
    scheduler,
    faults,
    deliveries: store<Delivery>('notifications', {
      idOf: (delivery) => delivery.id,
      inMemory: (delivery) => delivery.state === 'owed',
    }),
    signings,
  });

  return {
    clock,
    secrets,
    dataDir,
    scheduler,
    faults,
    dispatcher,
    origin,
    store,
    timestamp: () => clock.now().toISOString(),
    async close() {
      scheduler.close();
      await dispatcher.close();
      for (const opened of stores) opened.close();
    },
  };
}
