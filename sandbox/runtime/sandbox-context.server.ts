import path from 'node:path';
import type { Clock } from '#src/kernel/time/clock.ts';
import type { SandboxAccounts } from '../accounts.server.ts';
import { type Scheduler, createScheduler } from './scheduler.server.ts';
import { type WebhookDispatcher, createWebhookDispatcher, type Delivery } from './webhook-dispatcher.server.ts';
import { openJournalStore, type JournalStore, type JournalStoreOptions } from './journal-store.server.ts';
import { createFaults, type Faults } from '../faults/faults.server.ts';

/** What every company of the outside world stands on. */
export interface SandboxContext {
  readonly clock: Clock;
  readonly accounts: SandboxAccounts;
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly dispatcher: WebhookDispatcher;
  /** Public address without a slash at the end; known once the server listens. */
  origin(): string;
  /** Opens a journal of the world's data folder. */
  store<T>(name: string, options: JournalStoreOptions<T>): JournalStore<T>;
  /** The world's time as ISO 8601, UTC. */
  timestamp(): string;
  close(): Promise<void>;
}

export interface SandboxContextOptions {
  readonly clock: Clock;
  readonly accounts: SandboxAccounts;
  readonly dataDir: string;
  readonly origin: () => string;
}

export function createSandboxContext({ clock, accounts, dataDir, origin }: SandboxContextOptions): SandboxContext {
  const stores: { close(): void }[] = [];
  const store = <T>(name: string, options: JournalStoreOptions<T>): JournalStore<T> => {
    const opened = openJournalStore<T>(path.join(dataDir, `${name}.jsonl`), options);
    stores.push(opened);
    return opened;
  };
  const scheduler = createScheduler(clock);
  const faults = createFaults();
  const dispatcher = createWebhookDispatcher({
    clock,
    scheduler,
    faults,
    deliveries: store<Delivery>('notifications', {
      idOf: (delivery) => delivery.id,
      inMemory: (delivery) => delivery.state === 'owed',
    }),
    keys: {
      acquirer: accounts.acquirer.notificationKeys,
      'pix-bank': accounts.pixBank.notificationKeys,
      'slip-bank': accounts.slipBank.notificationKeys,
      nupay: accounts.nuPay.notificationKeys,
      pagarme: accounts.pagarme.notificationKeys,
      culqi: accounts.culqi.notificationKeys,
    },
  });

  return {
    clock,
    accounts,
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
