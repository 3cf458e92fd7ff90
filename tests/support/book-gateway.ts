import type {
  ChargeReference,
  ChargeRequest,
  CreditPage,
  GatewayAnswer,
  GatewayFact,
  GatewayPort,
  Movement,
  NotificationReading,
  RawNotification,
} from '#src/domain/payments/index.ts';
import type { Money } from '#src/kernel/money/money.ts';
import { type BookEntry, type Mood, reserving } from './book-moods.ts';

export type { Mood } from './book-moods.ts';

/**
 * A gateway of the tests' own with a book of charges: what it says is what the product may believe, and what stands
 * in the book at the end is what really happened.
 */
export class BookGateway implements GatewayPort {
  readonly id: string;
  readonly book = new Map<string, BookEntry>();
  mood: Mood = 'capture';
  /** What it does with the next charges, one after the other; then its mood. */
  readonly moods: Mood[] = [];
  /** Set: it can reserve, and does when it is asked to. */
  holdSeconds?: number;
  /** It refuses for good to take what it has reserved. */
  refusesCapture = false;
  /** How many of the next releases get no answer. */
  silentReleases = 0;
  /** Milliseconds before an answer, so that calls overlap. */
  delayMs = 0;
  starts = 0;
  finds = 0;
  isReachable = true;
  /** How many of the next looks are answered with another charge than was asked about. */
  contradicts = 0;
  /** How much too little is given back by a refund. */
  refundsShort = 0n;
  #movements = 0;

  constructor(id = 'book') {
    this.id = id;
  }

  async start(charge: ChargeRequest): Promise<GatewayAnswer> {
    this.starts += 1;
    const mood = this.moods.shift() ?? this.mood;
    if (this.delayMs > 0) await new Promise((resume) => setTimeout(resume, this.delayMs));
    if (mood === 'unreachable') return { kind: 'unreachable', reason: 'refused' };
    if (mood === 'silent-before') return { kind: 'silent', reason: 'time-out' };
    const entry = this.book.get(charge.attemptId) ?? this.#write(charge, reserving(mood, charge));
    return mood === 'silent-after' ? { kind: 'silent', reason: 'time-out' } : this.#say(entry);
  }

  async find(charge: ChargeReference): Promise<GatewayAnswer> {
    this.finds += 1;
    if (!this.isReachable) return { kind: 'unreachable', reason: 'refused' };
    if (this.contradicts > 0) {
      this.contradicts -= 1;
      return { kind: 'silent', reason: 'mismatch-amount' };
    }
    const entry = this.book.get(charge.attemptId);
    return entry ? this.#say(entry) : { kind: 'not-found' };
  }

  async release(charge: ChargeReference): Promise<GatewayAnswer> {
    if (!this.isReachable) return { kind: 'unreachable', reason: 'refused' };
    if (this.silentReleases > 0) {
      this.silentReleases -= 1;
      return { kind: 'silent', reason: 'time-out' };
    }
    const entry = this.book.get(charge.attemptId);
    if (!entry) return { kind: 'not-found' };
    if (entry.state === 'awaiting-buyer' || entry.state === 'authorized') entry.state = 'voided';
    return this.#say(entry);
  }

  async capture(charge: ChargeReference): Promise<GatewayAnswer> {
    if (!this.isReachable) return { kind: 'silent', reason: 'time-out' };
    if (this.contradicts > 0) return this.find(charge);
    const entry = this.book.get(charge.attemptId);
    if (!entry) return { kind: 'not-found' };
    if (entry.state === 'authorized' && this.refusesCapture) entry.state = 'declined';
    if (entry.state === 'authorized') this.receive(charge.attemptId);
    return this.#say(entry);
  }

  async refund(
    charge: ChargeReference & { movementId: string },
    amount: Money,
    refundId: string,
  ): Promise<GatewayAnswer> {
    const entry = this.book.get(charge.attemptId);
    if (!entry) return { kind: 'not-found' };
    const before = entry.movements.find((movement) => movement.id === refundId);
    const { currency } = amount;
    const refund: Movement = before ?? {
      id: refundId,
      kind: 'refund',
      amount: amount.amount - this.refundsShort,
      currency,
      at: new Date(),
    };
    if (!before) entry.movements.push(refund);
    return this.#say({ ...entry, movements: [refund] });
  }

  /** Its list of everything that came in, from a place on. */
  async creditsSince(cursor: string | null): Promise<CreditPage | null> {
    const from = Number(cursor ?? '0');
    const all = [...this.book.values()].flatMap(({ attemptId, movements }) =>
      movements.filter(({ kind }) => kind === 'capture').map(({ id }) => ({ attemptId, eventId: id })),
    );
    const order = (eventId: string) => Number(eventId.split('-')[2]);
    const hints = all.toSorted((a, b) => order(a.eventId) - order(b.eventId)).slice(from);
    return { hints, cursor: String(from + hints.length) };
  }

  /** A charge of which nobody had heard is there now: a call that was under way for long has come through. */
  appear(attemptId: string, state: GatewayFact['state'], amount: Money = { amount: 114_000n, currency: 'BRL' }): void {
    this.book.set(attemptId, {
      id: `${this.id}-${attemptId}`,
      attemptId,
      amount,
      state,
      movements: [],
      isChallenged: false,
    });
  }

  /** A message is the text `attempt-id event-id`; anything with the word `forged` is refused. */
  readNotification(raw: RawNotification): NotificationReading {
    const text = raw.body.toString();
    if (text.includes('forged')) return { kind: 'refused', reason: 'bad-signature' };
    const [attemptId = '', eventId = ''] = text.replaceAll('"', '').trim().split(' ');
    return { kind: 'hints', hints: [{ attemptId, eventId }] };
  }

  /** The buyer pays at the gateway: an open code, or money that nobody asked for any more. */
  receive(attemptId: string, amount?: bigint): Movement {
    const entry = this.book.get(attemptId);
    if (!entry) throw new Error(`The book has no ${attemptId}`);
    this.#movements += 1;
    const movement: Movement = {
      id: `${this.id}-move-${this.#movements}-${attemptId}`,
      kind: 'capture',
      amount: amount ?? entry.amount.amount,
      currency: entry.amount.currency,
      at: new Date(),
    };
    entry.movements.push(movement);
    entry.state = 'captured';
    return movement;
  }

  /** The buyer answers a bank's question: the money is reserved, or refused. */
  answer(attemptId: string, state: 'authorized' | 'declined'): void {
    const entry = this.book.get(attemptId);
    if (entry?.state !== 'awaiting-buyer') throw new Error(`Nothing is asked about ${attemptId}`);
    entry.state = state;
  }

  /** Money goes back at the gateway without our asking: by its own screens, or by the buyer's bank. */
  giveBack(attemptId: string, amount?: bigint, kind: Exclude<Movement['kind'], 'capture'> = 'refund'): Movement {
    const entry = this.book.get(attemptId);
    if (!entry) throw new Error(`The book has no ${attemptId}`);
    this.#movements += 1;
    const movement: Movement = {
      id: `${this.id}-back-${this.#movements}-${attemptId}`,
      kind,
      amount: amount ?? entry.amount.amount,
      currency: entry.amount.currency,
      at: new Date(),
    };
    entry.movements.push(movement);
    return movement;
  }

  /** Everything taken and given back, in minor units. */
  balance(): bigint {
    let sum = 0n;
    for (const entry of this.book.values()) {
      for (const { kind, amount } of entry.movements)
        sum += kind === 'capture' || kind === 'chargeback-won' ? amount : -amount;
    }
    return sum;
  }

  captures(): Movement[] {
    return [...this.book.values()].flatMap((entry) =>
      entry.movements.filter((movement) => movement.kind === 'capture'),
    );
  }

  #write(charge: ChargeRequest, mood: Mood): BookEntry {
    const entry: BookEntry = {
      id: `${this.id}-${charge.attemptId}`,
      attemptId: charge.attemptId,
      amount: charge.amount,
      state: mood === 'decline' ? 'declined' : mood === 'authorize' ? 'authorized' : 'awaiting-buyer',
      movements: [],
      isChallenged: mood === 'challenge',
    };
    this.book.set(charge.attemptId, entry);
    if (mood === 'silent-after' && charge.capture === 'later') entry.state = 'authorized';
    else if (mood === 'capture' || mood === 'silent-after') this.receive(charge.attemptId);
    return entry;
  }

  #say(entry: BookEntry): GatewayAnswer {
    const waits = entry.state === 'awaiting-buyer';
    return {
      kind: 'fact',
      fact: {
        state: entry.state,
        reference: entry.id,
        movements: [...entry.movements],
        ...(waits ? { instructions: { code: entry.id, brCode: entry.id } } : {}),
        ...(waits && entry.isChallenged
          ? { nextAction: { kind: 'challenge' as const, url: 'https://bank.example/challenge', fields: {} } }
          : {}),
        ...(entry.state === 'declined' ? { decline: { code: 'no-limit', raw: '51', reversible: true } } : {}),
        at: new Date(),
      },
    };
  }
}
