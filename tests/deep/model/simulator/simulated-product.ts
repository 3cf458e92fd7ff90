import type { GatewayAnswer, Movement } from '#src/domain/payments/index.ts';
import { MemoryStore, found, type Job } from './memory-store.ts';
import { FakeGateways } from './fake-gateways.ts';
import { newAttempt, type SimAttempt, type SimOrder, type SimPart, type SimSurplus, type Tender } from './rows.ts';
import type { Rules } from './rules.ts';

/** The product without its database and wires: what calls, jobs and sweeps do with a virtual clock. */
export class SimulatedProduct {
  readonly books: MemoryStore;
  readonly companies: FakeGateways;
  /** Calls whose answers are on the way: they end in any order, or never (their process died). */
  readonly underWay: (() => void)[] = [];
  readonly #rules: Rules;

  constructor(rules: Rules) {
    this.#rules = rules;
    this.books = new MemoryStore(rules);
    this.companies = new FakeGateways(() => this.books.now);
  }

  /** T1 of a try to pay, and its gateway; the answer comes when `underWay` is let on. False: the try was refused. */
  pay(total: bigint, tenders: readonly Tender[]): boolean {
    const { books } = this;
    const newest = books.current;
    if (newest && (newest.state === 'paid' || newest.state === 'refunded')) return false;
    if (newest) this.expireHold(newest.id);
    const held = newest && newest.state !== 'closed' ? newest : null;
    const rows = held ? books.attemptsOf(held.id) : [];
    if (held && this.#rules.busySplitPart(books.holds, held, rows)) return false;
    const keeps = held !== null && held.total === total;
    if (held && !keeps && held.received > 0n) return false;
    const way = this.#rules.decideAdmission(rows, true);
    if ('busy' in way) return false;
    const reserved = rows.reduce((sum, one) => sum + (this.#rules.isReservedPart(one) ? one.principal : 0n), 0n);
    if (reserved > 0n && !keeps) return false;
    for (const one of way.supersede) books.supersede(one);
    if (held && !keeps) held.state = 'closed';
    const order = held && keeps ? held : this.#newOrder(total);
    const due = order.total - order.received - reserved;
    const isSplit = tenders.length > 1 || reserved > 0n || order.holdExpiresAt !== null;
    this.#write(order, shareOut(tenders, due), isSplit, keeps ? rows.length : 0);
    return true;
  }

  /** Asks the gateway about an attempt; what it says is applied when `underWay` is let on. */
  look(attempt: SimAttempt): void {
    const seen = { ...attempt };
    const answer = this.#ask(attempt);
    this.underWay.push(() => this.#applyAnswer(attempt, seen, answer));
  }

  /** The newest answer comes in at once. */
  letOn(index = this.underWay.length - 1): void {
    const [next] = this.underWay.splice(index, 1);
    next?.();
  }

  expireHold(orderId: string): void {
    const { books } = this;
    const order = books.order(orderId);
    if (!this.#rules.isHoldExpired(order.state, order.holdExpiresAt, books.now)) return;
    const rows = books.attemptsOf(orderId);
    const { standing } = this.#rules.decideSplit(
      order.total,
      order.received,
      this.#rules.toSplitParts(books.holds, rows),
    );
    const end = this.#rules.decideHoldExpiry(standing, rows, books.now);
    if (end.kind === 'later') order.holdExpiresAt = end.at;
    if (end.kind !== 'undo') return;
    books.giveUpOpen(orderId);
    if (order.received > 0n) books.writeRefund(orderId, 'all');
    order.state = 'closed';
  }

  /** The clock goes on: jobs and sweeps whose time comes run, each answer at once. */
  advance(seconds: number, steps = 1): void {
    for (let step = 0; step < steps; step += 1) {
      this.books.now = new Date(this.books.now.getTime() + (seconds * 1000) / steps);
      this.runDue();
    }
  }

  runDue(): void {
    const { books } = this;
    const now = books.now.getTime();
    const due = books.jobs.filter(({ at }) => at <= now);
    books.jobs.splice(0, books.jobs.length, ...books.jobs.filter(({ at }) => at > now));
    for (const { job } of due) this.#run(job);
    for (const one of books.attempts) {
      if (one.next_check_at === null || one.next_check_at > books.now) continue;
      one.next_check_at = new Date(now + 120_000);
      this.look(one);
      this.letOn();
    }
    for (const order of books.orders) this.expireHold(order.id);
    const left = books.attempts.filter((one) => one.sealed_request !== null && now - one.created_at.getTime() > 60_000);
    for (const { orderId } of left) this.advanceOrder(orderId);
  }

  advanceOrder(orderId: string): void {
    const { books } = this;
    for (let left = 20; left > 0; left -= 1) {
      const order = books.order(orderId);
      if (order.state !== 'open' && order.state !== 'partly-paid') return;
      const rows = books.attemptsOf(orderId);
      const cover = this.#rules.decideSplit(order.total, order.received, this.#rules.toSplitParts(books.holds, rows));
      for (const id of cover.capture) this.#take(books.attempt(id));
      if (cover.capture.length > 0 || cover.start === null) return;
      const next = books.attempt(cover.start);
      Object.assign(next, { sealed_request: null, next_check_at: new Date(books.now.getTime() + 20_000) });
      books.apply(next, this.#rules.factOfNewCharge(this.#start(next), books.now));
    }
    throw new Error('Parts do not come to an end');
  }

  #newOrder(total: bigint): SimOrder {
    const id = `order-${this.books.orders.length}`;
    const order: SimOrder = {
      ...{ id, total, state: 'open', received: 0n, returned: 0n },
      ...{ holdExpiresAt: null, grants: 0, revoked: false },
    };
    this.books.orders.push(order);
    this.books.current = order;
    return order;
  }

  #write(order: SimOrder, tenders: readonly Tender[], isSplit: boolean, tried: number): void {
    const { books } = this;
    const rows = tenders.map((tender, index) =>
      newAttempt({
        ...tender,
        ...{ id: `a${books.attempts.length + index}`, orderId: order.id, number: tried + index + 1, now: books.now },
        ...{ part: isSplit ? index : null, isPending: index > 0 },
      }),
    );
    books.attempts.push(...rows);
    const first = found(rows[0]);
    const answer = this.#start(first);
    this.underWay.push(() => {
      if (books.apply(first, this.#rules.factOfNewCharge(answer, books.now))) this.advanceOrder(order.id);
    });
  }

  #start(attempt: SimAttempt): GatewayAnswer {
    const reserves = attempt.part !== null && attempt.gateway === 'cards';
    return this.companies.start(attempt.id, attempt.amount, attempt.habit, reserves);
  }

  #ask(attempt: SimAttempt): GatewayAnswer {
    if (!this.#rules.mustCapture(attempt)) return this.companies.find(attempt.id);
    const answer = this.companies.capture(attempt.id);
    return attempt.part === null ? answer : this.#rules.refusedCaptureAsVoid(answer);
  }

  #applyAnswer(attempt: SimAttempt, seen: SimAttempt, answer: GatewayAnswer): void {
    const { books } = this;
    const meaning = this.#rules.interpretAnswer(answer, seen, books.now);
    if (meaning.kind === 'nothing') {
      const change = this.#rules.deferCheck(seen, meaning.answerClass, books.now);
      if (change && attempt.state === seen.state) Object.assign(attempt, change);
    } else if (books.apply(attempt, meaning.fact)) this.advanceOrder(attempt.orderId);
  }

  #take(attempt: SimAttempt): void {
    const answer = this.#rules.refusedCaptureAsVoid(this.companies.capture(attempt.id));
    if (answer.kind === 'fact') this.books.apply(attempt, answer.fact);
  }

  #run(job: Job): void {
    const { books } = this;
    if (job.name === 'advance-split-order') this.advanceOrder(job.id);
    else if (job.name === 'expire-hold') this.expireHold(job.id);
    else if (job.name === 'void-attempt') this.#release(books.attempt(job.id));
    else if (job.name === 'refund-part' || job.name === 'refund-surplus') this.#giveBack(job);
    else this.#resolve(books.attempt(job.id));
  }

  #resolve(attempt: SimAttempt): void {
    if (!this.#rules.needsPolling(attempt)) return;
    this.look(attempt);
    this.letOn();
    if (this.#rules.needsPolling(attempt)) this.books.send({ name: 'resolve-attempt', id: attempt.id }, 60);
  }

  #release(attempt: SimAttempt): void {
    if (attempt.void_state !== 'requested') return;
    const answer = this.companies.release(attempt.id);
    if (answer.kind === 'fact') this.books.apply(attempt, answer.fact);
    const reason = this.#rules.whyNotVoided(answer, attempt.state);
    if (reason === null) attempt.void_state = 'done';
    else this.books.send({ name: 'void-attempt', id: attempt.id }, 60);
  }

  #giveBack(job: Job): void {
    const { books } = this;
    const surplus = books.surpluses.find(({ id, isOpen }) => id === job.id && isOpen);
    const part = books.parts.find(({ id, state }) => id === job.id && state === 'wanted');
    const options = surplus ?? part;
    if (!options) return;
    const attempt = books.attempt(options.attemptId);
    const movement = this.companies.refund(attempt.id, options.amount, part?.key ?? options.id);
    if (!movement) return books.send(job, 60);
    if (surplus) return this.#endSurplus(attempt, surplus, movement);
    const state = attempt.state === 'created' ? 'unknown' : attempt.state;
    books.apply(attempt, { state, movements: [movement], at: books.now });
    if (part) this.#endPart(part, movement.id);
  }

  /** As `returnSurplus` writes it: this surplus is ended by its own refund, and one that was taken for it is owed again. */
  #endSurplus(attempt: SimAttempt, surplus: SimSurplus, movement: Movement): void {
    const { books } = this;
    const taken = books.surpluses.find(({ id, refundedBy }) => refundedBy === movement.id && id !== surplus.id);
    Object.assign(surplus, { isOpen: false, refundedBy: movement.id });
    if (taken) {
      Object.assign(taken, { isOpen: true, refundedBy: null });
      books.send({ name: 'refund-surplus', id: taken.id });
    } else books.bookSurplusReturned(attempt, movement);
  }

  #endPart(part: SimPart, movementId: string): void {
    const { books } = this;
    const other = books.parts.find(({ id, refundedBy }) => refundedBy === movementId && id !== part.id);
    const surplus = books.surpluses.find(({ refundedBy }) => refundedBy === movementId) ?? null;
    const isEnded = part.state === 'done';
    const end = this.#rules.decideRefundPartEnd({ isEnded, otherPart: other?.id ?? null, surplus });
    if (end.kind === 'swap' && other) {
      Object.assign(other, { state: 'wanted', refundedBy: null });
      Object.assign(part, { state: 'done', refundedBy: movementId });
      books.send({ name: 'refund-part', id: other.id });
    } else if (end.kind === 'exchange') {
      part.key = end.key;
      books.send({ name: 'refund-part', id: part.id });
    }
  }
}

/** The tenders with what is due shared out over them: the last takes the rest. */
function shareOut(tenders: readonly Tender[], due: bigint): Tender[] {
  let left = due;
  return tenders.flatMap((tender, index) => {
    const isLast = index === tenders.length - 1;
    const principal = isLast || tender.principal > left ? left : tender.principal;
    left -= principal;
    return principal > 0n ? [{ ...tender, principal }] : [];
  });
}
