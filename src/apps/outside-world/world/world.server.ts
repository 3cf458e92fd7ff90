import path from 'node:path';
import type { Clock } from '#src/kernel/time/clock.ts';
import type { OutsideAccounts } from '../accounts.server.ts';
import { type Agenda, createAgenda } from './agenda.server.ts';
import { type Courier, createCourier, type Parcel } from './courier.server.ts';
import { openShelf, type Shelf, type ShelfOptions } from './shelf.server.ts';
import { createWeather, type Weather } from './weather.server.ts';

/** What every company of the outside world stands on. */
export interface World {
  readonly clock: Clock;
  readonly accounts: OutsideAccounts;
  readonly agenda: Agenda;
  readonly weather: Weather;
  readonly courier: Courier;
  /** Public address without a slash at the end; known once the server listens. */
  origin(): string;
  /** Opens a journal of the world's data folder. */
  shelf<T>(name: string, options: ShelfOptions<T>): Shelf<T>;
  /** The world's time as ISO 8601, UTC. */
  timestamp(): string;
  close(): Promise<void>;
}

export interface WorldOptions {
  readonly clock: Clock;
  readonly accounts: OutsideAccounts;
  readonly dataDir: string;
  readonly origin: () => string;
}

export function createWorld({ clock, accounts, dataDir, origin }: WorldOptions): World {
  const shelves: { close(): void }[] = [];
  const shelf = <T>(name: string, options: ShelfOptions<T>): Shelf<T> => {
    const opened = openShelf<T>(path.join(dataDir, `${name}.jsonl`), options);
    shelves.push(opened);
    return opened;
  };
  const agenda = createAgenda(clock);
  const weather = createWeather();
  const courier = createCourier({
    clock,
    agenda,
    weather,
    parcels: shelf<Parcel>('notifications', {
      idOf: (parcel) => parcel.id,
      inMemory: (parcel) => parcel.state === 'owed',
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
    agenda,
    weather,
    courier,
    origin,
    shelf,
    timestamp: () => clock.now().toISOString(),
    async close() {
      agenda.close();
      await courier.close();
      for (const opened of shelves) opened.close();
    },
  };
}
