import { randomUUID } from 'node:crypto';
import type { Clock } from '#src/kernel/time/clock.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Scheduler } from './scheduler.server.ts';
import { createHttpPoster } from './http-poster.server.ts';
import type { JournalStore } from './journal-store.server.ts';
import { type WebhookSigning, webhookHeaders } from './sign-webhook.server.ts';
import { findFault, type Faults, type FaultRule, webhookTarget } from '../faults/faults.server.ts';

/** A webhook of a company to the school. */
export interface CompanyWebhook {
  readonly from: string;
  readonly url: string;
  readonly body: JsonObject;
  /** The same webhook with a wrong amount or about another charge, for fault rules. */
  readonly tampered: { readonly wrongAmount: JsonObject; readonly foreign: JsonObject };
}

/** One delivery as the journal keeps it. */
export interface Delivery {
  readonly id: string;
  readonly from: string;
  readonly url: string;
  readonly body: string;
  readonly state: 'owed' | 'delivered' | 'dropped' | 'given-up';
  readonly tries: number;
  readonly createdAt: string;
}

export interface WebhookDispatcher {
  /** Sends in the background; resolves at once, or after the delivery when a fault rule says `first`. */
  post(notice: CompanyWebhook): Promise<void>;
  /** Resolves when no delivery is running (waiting retries do not count). */
  idle(): Promise<void>;
  /** Resumes deliveries that a crash interrupted. */
  resume(): void;
  /** Stops running deliveries; they stay pending in the journal. */
  close(): Promise<void>;
}

export interface WebhookDispatcherOptions {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly deliveries: JournalStore<Delivery>;
  /** How each company that sends webhooks signs them, by its name. */
  readonly signings: ReadonlyMap<string, WebhookSigning>;
}

/** Waits between retries, in seconds by the sandbox's clock; after the last one the webhook is given up. */
const retrySeconds = [1, 3, 10, 30, 60] as const;
const answerBudgetMs = 5_000;
const reorderHoldMs = 2_000;

export function createWebhookDispatcher({
  clock,
  scheduler,
  faults,
  deliveries,
  signings,
}: WebhookDispatcherOptions): WebhookDispatcher {
  const poster = createHttpPoster(answerBudgetMs);
  const inFlight = new Set<Promise<void>>();
  let held: (() => void)[] = [];
  let closed = false;

  function track(work: Promise<void>): Promise<void> {
    inFlight.add(work);
    return work.finally(() => inFlight.delete(work));
  }

  function later(ms: number, run: () => void): void {
    if (!closed) scheduler.at(new Date(clock.now().getTime() + ms), run);
  }

  async function deliver(delivery: Delivery, rules: readonly FaultRule[]): Promise<void> {
    const body = Buffer.from(delivery.body);
    const status = await poster.post(delivery.url, body, signed(delivery, body, rules));
    if (closed) return;
    const tries = delivery.tries + 1;
    if (status !== null && status >= 200 && status < 300) {
      // The body is not needed any more: the journal need not store it twice.
      deliveries.put({ ...delivery, tries, body: '', state: 'delivered' });
      return;
    }
    const wait = status === 410 ? undefined : retrySeconds[tries - 1];
    if (wait === undefined) {
      deliveries.put({ ...delivery, tries, state: 'given-up' });
      return;
    }
    const owed: Delivery = { ...delivery, tries };
    deliveries.put(owed);
    later(wait * 1000, () => void track(deliver(owed, rules)));
  }

  function signed(
    { from, url }: Delivery,
    body: Buffer,
    rules: readonly FaultRule[],
  ): Readonly<Record<string, string>> {
    const signing = signings.get(from);
    if (!signing) throw new Error(`The company ${from} says nowhere how its webhooks are signed`);
    return webhookHeaders(signing, { url, body, now: clock.now() }, rules);
  }

  function releaseHeld(): void {
    const waiting = held;
    held = [];
    for (const sendHeld of waiting) sendHeld();
  }

  async function send(delivery: Delivery, rules: readonly FaultRule[]): Promise<void> {
    const again = findFault(rules, 'duplicate');
    const copies = again === undefined ? 1 : 1 + (again.count ?? 1);
    await Promise.all(Array.from({ length: copies }, () => track(deliver(delivery, rules))));
    releaseHeld();
  }

  async function idle(): Promise<void> {
    while (inFlight.size > 0) await Promise.all(inFlight);
  }

  return {
    async post(notice) {
      const rules = faults.take(webhookTarget, 'writes', notice.from);
      const body = findFault(rules, 'wrong-amount')
        ? notice.tampered.wrongAmount
        : findFault(rules, 'foreign-txid')
          ? notice.tampered.foreign
          : notice.body;
      const delivery: Delivery = {
        id: randomUUID(),
        from: notice.from,
        url: notice.url,
        body: JSON.stringify(body),
        state: findFault(rules, 'drop') ? 'dropped' : 'owed',
        tries: 0,
        createdAt: clock.now().toISOString(),
      };
      deliveries.put(delivery);
      if (delivery.state === 'dropped') return;
      const delay = findFault(rules, 'delay')?.ms;
      if (findFault(rules, 'first')) await send(delivery, rules);
      else if (delay !== undefined) later(delay, () => void send(delivery, rules));
      else if (findFault(rules, 'reorder')) {
        held.push(() => void send(delivery, rules));
        later(reorderHoldMs, releaseHeld);
      } else void send(delivery, rules);
    },
    idle,
    resume() {
      for (const delivery of [...deliveries.values()]) if (delivery.state === 'owed') void track(deliver(delivery, []));
    },
    async close() {
      closed = true;
      held = [];
      poster.close();
      await idle();
    },
  };
}
