import { randomUUID } from 'node:crypto';
import type { Clock } from '#src/kernel/time/clock.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { NotificationKeys } from '../accounts.server.ts';
import type { Agenda } from './agenda.server.ts';
import { createPoster } from './post-json.server.ts';
import type { Shelf } from './shelf.server.ts';
import { signNotice } from './sign-notice.server.ts';
import { type Notifier, struckBy, type Weather, type WeatherRule } from './weather.server.ts';

/** A message that a company owes the school. */
export interface Notice {
  readonly from: Notifier;
  readonly url: string;
  readonly body: JsonObject;
  /** The same message with a wrong amount or about somebody else's charge, for bad weather. */
  readonly twisted: { readonly wrongAmount: JsonObject; readonly foreign: JsonObject };
}

/** One delivery as the journal keeps it. */
export interface Parcel {
  readonly id: string;
  readonly from: Notifier;
  readonly url: string;
  readonly body: string;
  readonly state: 'owed' | 'delivered' | 'dropped' | 'given-up';
  readonly tries: number;
  readonly createdAt: string;
}

export interface Courier {
  /** Sends in the background; resolves at once, or after the delivery when the weather says `first`. */
  post(notice: Notice): Promise<void>;
  /** Resolves when nothing is on its way at this moment (retries that wait do not count). */
  idle(): Promise<void>;
  /** Takes up what a crash left undelivered. */
  resume(): void;
  /** Breaks off what is on its way; it stays owed in the journal. */
  close(): Promise<void>;
}

export interface CourierOptions {
  readonly clock: Clock;
  readonly agenda: Agenda;
  readonly weather: Weather;
  readonly parcels: Shelf<Parcel>;
  readonly keys: Readonly<Record<Notifier, NotificationKeys>>;
}

/** Waits between tries, in seconds by the world's clock; after the last one the message is given up. */
const retrySeconds = [1, 3, 10, 30, 60] as const;
const answerBudgetMs = 5_000;
const reorderHoldMs = 2_000;

export function createCourier({ clock, agenda, weather, parcels, keys }: CourierOptions): Courier {
  const poster = createPoster(answerBudgetMs);
  const onTheWay = new Set<Promise<void>>();
  let held: (() => void)[] = [];
  let closed = false;

  function track(work: Promise<void>): Promise<void> {
    onTheWay.add(work);
    return work.finally(() => onTheWay.delete(work));
  }

  function later(ms: number, run: () => void): void {
    if (!closed) agenda.at(new Date(clock.now().getTime() + ms), run);
  }

  async function deliver(parcel: Parcel, rules: readonly WeatherRule[]): Promise<void> {
    const body = Buffer.from(parcel.body);
    const status = await poster.post(parcel.url, body, signed(parcel, body, rules));
    if (closed) return;
    const tries = parcel.tries + 1;
    if (status !== null && status >= 200 && status < 300) {
      // What was said is known by then: the journal need not hold it twice.
      parcels.put({ ...parcel, tries, body: '', state: 'delivered' });
      return;
    }
    const wait = status === 410 ? undefined : retrySeconds[tries - 1];
    if (wait === undefined) {
      parcels.put({ ...parcel, tries, state: 'given-up' });
      return;
    }
    const owed: Parcel = { ...parcel, tries };
    parcels.put(owed);
    later(wait * 1000, () => void track(deliver(owed, rules)));
  }

  function signed({ from, url }: Parcel, body: Buffer, rules: readonly WeatherRule[]): Record<string, string> {
    return signNotice(from, { url, body, now: clock.now() }, keys[from], rules);
  }

  function releaseHeld(): void {
    const waiting = held;
    held = [];
    for (const sendHeld of waiting) sendHeld();
  }

  async function send(parcel: Parcel, rules: readonly WeatherRule[]): Promise<void> {
    const again = struckBy(rules, 'duplicate');
    const copies = again === undefined ? 1 : 1 + (again.count ?? 1);
    await Promise.all(Array.from({ length: copies }, () => track(deliver(parcel, rules))));
    releaseHeld();
  }

  async function idle(): Promise<void> {
    while (onTheWay.size > 0) await Promise.all(onTheWay);
  }

  return {
    async post(notice) {
      const rules = weather.take('notifications', 'writes', notice.from);
      const body = struckBy(rules, 'wrong-amount')
        ? notice.twisted.wrongAmount
        : struckBy(rules, 'foreign-txid')
          ? notice.twisted.foreign
          : notice.body;
      const parcel: Parcel = {
        id: randomUUID(),
        from: notice.from,
        url: notice.url,
        body: JSON.stringify(body),
        state: struckBy(rules, 'drop') ? 'dropped' : 'owed',
        tries: 0,
        createdAt: clock.now().toISOString(),
      };
      parcels.put(parcel);
      if (parcel.state === 'dropped') return;
      const delay = struckBy(rules, 'delay')?.ms;
      if (struckBy(rules, 'first')) await send(parcel, rules);
      else if (delay !== undefined) later(delay, () => void send(parcel, rules));
      else if (struckBy(rules, 'reorder')) {
        held.push(() => void send(parcel, rules));
        later(reorderHoldMs, releaseHeld);
      } else void send(parcel, rules);
    },
    idle,
    resume() {
      for (const parcel of [...parcels.values()]) if (parcel.state === 'owed') void track(deliver(parcel, []));
    },
    async close() {
      closed = true;
      held = [];
      poster.close();
      await idle();
    },
  };
}
