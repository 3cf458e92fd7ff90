import type { GatewayAnswer, GatewayFact, Movement } from '#src/domain/payments/index.ts';

/** How the line to a company is during one call. `after`: it did what was asked and its answer was lost. */
export type Line = 'good' | 'unreachable' | 'lost-before' | 'lost-after' | 'not-found-yet' | 'mismatch';

/** What a company does with a new charge. */
export type FakeGatewayHabit = 'approve' | 'decline' | 'ask' | 'slow' | 'code';

interface Entry {
  state: GatewayFact['state'];
  readonly amount: bigint;
  readonly reserves: boolean;
  readonly born: Date;
  readonly movements: Movement[];
}

/** For so long what was written may not be found by who asks about it. */
const lagMs = 30_000;

/** A company with a book of its own, which is what really happened. Amounts are minor units of one currency. */
export class FakeGateways {
  readonly book = new Map<string, Entry>();
  /** How the next lines are; then good. */
  readonly lines: Line[] = [];
  #count = 0;
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  start(id: string, amount: bigint, habit: FakeGatewayHabit, reserves: boolean): GatewayAnswer {
    const line = this.lines.shift() ?? 'good';
    if (line === 'unreachable') return { kind: 'unreachable', reason: 'refused' };
    if (line === 'lost-before') return { kind: 'silent', reason: 'time-out' };
    const entry: Entry = this.book.get(id) ?? {
      state: 'processing',
      amount,
      reserves,
      born: this.#now(),
      movements: [],
    };
    if (!this.book.has(id)) this.#begin(id, entry, habit);
    return line === 'good' || line === 'not-found-yet' ? this.#say(id, entry) : { kind: 'silent', reason: 'time-out' };
  }

  find(id: string): GatewayAnswer {
    const line = this.lines.shift() ?? 'good';
    if (line === 'unreachable') return { kind: 'unreachable', reason: 'refused' };
    if (line === 'mismatch') return { kind: 'silent', reason: 'mismatch-amount' };
    if (line.startsWith('lost')) return { kind: 'silent', reason: 'time-out' };
    const entry = this.book.get(id);
    return !entry || this.#isHidden(entry, line) ? { kind: 'not-found' } : this.#say(id, entry);
  }

  capture(id: string): GatewayAnswer {
    const line = this.lines.shift() ?? 'good';
    const entry = this.book.get(id);
    if (line === 'unreachable' || line === 'lost-before') return { kind: 'silent', reason: 'time-out' };
    if (!entry) return { kind: 'not-found' };
    if (entry.state === 'authorized') this.receive(id, entry.amount);
    return line === 'lost-after' ? { kind: 'silent', reason: 'time-out' } : this.#say(id, entry);
  }

  release(id: string): GatewayAnswer {
    const line = this.lines.shift() ?? 'good';
    if (line === 'unreachable') return { kind: 'unreachable', reason: 'refused' };
    if (line === 'lost-before') return { kind: 'silent', reason: 'time-out' };
    const entry = this.book.get(id);
    if (!entry) return { kind: 'not-found' };
    if (entry.state === 'awaiting-buyer' || entry.state === 'authorized') entry.state = 'voided';
    return line === 'lost-after' ? { kind: 'silent', reason: 'time-out' } : this.#say(id, entry);
  }

  /** The same `key` gives back once. Null: no answer came. */
  refund(id: string, amount: bigint, key: string): Movement | null {
    const line = this.lines.shift() ?? 'good';
    const entry = this.book.get(id);
    if (!entry || line === 'unreachable' || line === 'lost-before') return null;
    const before = entry.movements.find((one) => one.id === key);
    const movement = before ?? this.#move(entry, key, 'refund', amount);
    return line === 'good' ? movement : null;
  }

  /** A person pays: an open code, or one that nobody waits for any more. */
  receive(id: string, amount: bigint): void {
    const entry = this.book.get(id);
    if (!entry) return;
    this.#count += 1;
    this.#move(entry, `in-${this.#count}`, 'capture', amount);
    entry.state = 'captured';
  }

  /** Money goes back, or comes back, without our asking. */
  coolOff(id: string, amount: bigint, kind: 'refund' | 'chargeback' | 'chargeback-won'): void {
    const entry = this.book.get(id);
    if (!entry || amount <= 0n) return;
    this.#count += 1;
    this.#move(entry, `back-${this.#count}`, kind, amount);
  }

  /** The bank's question was answered, or what was slow is done. */
  decide(id: string, good: boolean): void {
    const entry = this.book.get(id);
    if (entry?.state !== 'awaiting-buyer' && entry?.state !== 'processing') return;
    if (!good) entry.state = 'declined';
    else if (entry.reserves) entry.state = 'authorized';
    else this.receive(id, entry.amount);
  }

  /** What a charge really took and gave back. */
  sums(id: string): { readonly taken: bigint; readonly returned: bigint; readonly net: bigint } {
    let taken = 0n;
    let returned = 0n;
    for (const { kind, amount } of this.book.get(id)?.movements ?? []) {
      if (kind === 'capture') taken += amount;
      else returned += kind === 'chargeback-won' ? -amount : amount;
    }
    return { taken, returned, net: taken - returned };
  }

  #begin(id: string, entry: Entry, habit: FakeGatewayHabit): void {
    this.book.set(id, entry);
    if (habit === 'decline') entry.state = 'declined';
    else if (habit === 'ask' || habit === 'code') entry.state = 'awaiting-buyer';
    else if (habit === 'approve') this.decide(id, true);
  }

  #isHidden({ born }: Entry, line: Line): boolean {
    return line === 'not-found-yet' && this.#now().getTime() - born.getTime() < lagMs;
  }

  #move(entry: Entry, id: string, kind: Movement['kind'], amount: bigint): Movement {
    const movement: Movement = { id, kind, amount, currency: 'BRL', at: this.#now() };
    entry.movements.push(movement);
    return movement;
  }

  #say(id: string, { state, movements }: Entry): GatewayAnswer {
    const decline = { code: 'card-declined', raw: '05', reversible: true };
    const refusal = state === 'declined' ? { decline } : {};
    return {
      kind: 'fact',
      fact: { state, reference: `ref-${id}`, movements: [...movements], at: this.#now(), ...refusal },
    };
  }
}
