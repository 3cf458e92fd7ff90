import type { GatewayFact, Movement } from '#src/domain/payments/index.ts';
import type { SimAttempt, SimLine, SimOrder, SimPart, SimSurplus } from './rows.ts';
import type { Rules } from './rules.ts';

export type Job =
  | { readonly name: 'resolve-attempt' | 'void-attempt'; readonly id: string }
  | { readonly name: 'advance-split-order' | 'expire-hold'; readonly id: string }
  | { readonly name: 'refund-surplus' | 'refund-part'; readonly id: string };

/** Rows in memory, and what one transaction of the product writes to them: every decision is the product's own. */
export class MemoryStore {
  readonly rules: Rules;
  now = new Date('2026-11-02T12:00:00Z');
  readonly orders: SimOrder[] = [];
  readonly attempts: SimAttempt[] = [];
  readonly lines: SimLine[] = [];
  readonly surpluses: SimSurplus[] = [];
  readonly parts: SimPart[] = [];
  /** The order that its buyer's session is about. */
  current: SimOrder | null = null;
  readonly jobs: { readonly job: Job; readonly at: number }[] = [];
  /** Who can reserve money, as the cover rule asks. */
  readonly holds = { gateways: { byId: (id: string) => (id === 'cards' ? { holdSeconds: 432_000 } : {}) } };

  constructor(rules: Rules) {
    this.rules = rules;
  }

  send(job: Job, afterSeconds = 0): void {
    this.jobs.push({ job, at: this.now.getTime() + afterSeconds * 1000 });
  }

  order(id: string): SimOrder {
    return found(this.orders.find((one) => one.id === id));
  }

  attempt(id: string): SimAttempt {
    return found(this.attempts.find((one) => one.id === id));
  }

  attemptsOf(orderId: string): SimAttempt[] {
    return this.attempts.filter((one) => one.orderId === orderId);
  }

  /** One fact through the one door. True when its order's other parts need something at their gateways now. */
  apply(attempt: SimAttempt, fact: GatewayFact): boolean {
    const order = this.order(attempt.orderId);
    const money = this.#bookCaptures(order, attempt, fact.movements);
    const known = { captured: money.captured, now: this.now, recheckDays: 120 };
    const decision = this.rules.decideFact(attempt, order.state, fact, known);
    Object.assign(attempt, decision.change, { state: decision.state });
    const { job } = decision;
    if (job) this.send({ name: job.name, id: attempt.id }, 'startAfterSeconds' in job ? job.startAfterSeconds : 0);
    if (money.isNew) this.#settleOrder(order, attempt, money.received);
    const isReversed = this.#bookReversals(order, attempt, fact.movements);
    return attempt.part !== null && !isReversed && this.#settleCover(order);
  }

  supersede(attempt: SimAttempt): void {
    if (attempt.sealed_request !== null) return this.#endPart(attempt);
    Object.assign(attempt, { superseded: true, void_state: 'requested' });
    this.send({ name: 'void-attempt', id: attempt.id });
  }

  giveUpOpen(orderId: string, exceptId?: string): void {
    for (const one of this.attemptsOf(orderId))
      if (one.id !== exceptId && openStates.has(one.state) && one.void_state === null) this.supersede(one);
  }

  /** Writes what goes back of an order; false when there is less left than that. */
  writeRefund(orderId: string, amount: bigint | 'all'): boolean {
    const lines = this.lines.filter((one) => one.orderId === orderId);
    const parts = this.parts.filter((one) => one.orderId === orderId);
    const planned = this.rules.planRefund(this.rules.refundSourcesOf(lines, parts), amount);
    if (!planned) return false;
    for (const { attemptId, amount: share } of planned.shares) {
      const id = `part-${this.parts.length}`;
      this.parts.push({ id, orderId, attemptId, amount: share, state: 'wanted', refundedBy: null, key: id });
      this.send({ name: 'refund-part', id });
    }
    return true;
  }

  #bookCaptures(order: SimOrder, attempt: SimAttempt, movements: readonly Movement[]) {
    const sum = (matches: (line: SimLine) => boolean): bigint =>
      this.lines.reduce((total, line) => (matches(line) ? total + line.amount : total), 0n);
    const known = new Set(this.lines.map(({ movementId }) => movementId));
    const fresh = movements.filter(({ id, kind, amount }) => kind === 'capture' && amount > 0n && !known.has(id));
    const arriving = fresh.reduce((total, { amount }) => total + amount, 0n);
    const isOver =
      order.state === 'refunded' ||
      (order.state === 'closed' && (order.holdExpiresAt !== null || (arriving > 0n && !this.#reopen(order, arriving))));
    const { parts, after, captured } = this.rules.divideCaptures(
      fresh,
      { total: order.total, currency: 'BRL', principal: attempt.principal, interest: attempt.interest, isOver },
      {
        orderReceived: sum((l) => l.orderId === order.id && l.kind === 'capture-principal'),
        tenderPrincipal: sum((l) => l.tenderId === attempt.tender_id && l.kind === 'capture-principal'),
      },
    );
    for (const { movement, part } of parts) {
      this.#book(attempt, movement, 'capture-principal', part.principal);
      this.#book(attempt, movement, 'capture-interest', part.interest);
      this.#book(attempt, movement, 'capture-surplus', part.surplus);
      if (part.surplus <= 0n) continue;
      const id = `surplus-${this.surpluses.length}`;
      const of = { id, orderId: order.id, attemptId: attempt.id, movementId: movement.id };
      this.surpluses.push({ ...of, amount: part.surplus, currency: movement.currency, isOpen: true, refundedBy: null });
      this.send({ name: 'refund-surplus', id });
    }
    return { received: after.orderReceived, captured, isNew: fresh.length > 0 };
  }

  #book({ orderId, id, tender_id }: SimAttempt, movement: Movement, kind: string, amount: bigint): void {
    if (amount <= 0n) return;
    const line = { kind, orderId, attemptId: id, tenderId: tender_id, movementId: movement.id };
    this.lines.push({ ...line, amount, at: movement.at });
  }

  bookSurplusReturned(attempt: SimAttempt, movement: Movement): void {
    if (this.lines.some(({ movementId }) => movementId === movement.id)) return;
    this.#book(attempt, movement, 'refund-surplus', movement.amount);
  }

  #reopen(order: SimOrder, arriving: bigint): boolean {
    const successor = this.orders.find(({ id, state }) => id !== order.id && state !== 'closed') ?? null;
    if (!this.rules.mayReopenOrder(order, successor, arriving)) return false;
    if (successor) {
      successor.state = 'closed';
      this.giveUpOpen(successor.id);
    }
    this.current = order;
    return true;
  }

  #settleOrder(order: SimOrder, attempt: SimAttempt, received: bigint): void {
    const isNearer = received > order.received;
    const state = isNearer ? this.rules.stateAfterPayment(order.state, order.total, received) : order.state;
    if (state === 'paid' && order.state !== 'paid') order.grants += 1;
    Object.assign(order, { state, received });
    if (state === 'paid') this.giveUpOpen(order.id, attempt.id);
  }

  #bookReversals(order: SimOrder, attempt: SimAttempt, movements: readonly Movement[]): boolean {
    const known = new Set(this.lines.map(({ movementId }) => movementId));
    const fresh = movements.filter(({ id, kind }) => (kind === 'refund' || kind === 'chargeback') && !known.has(id));
    const before = order.returned;
    for (const movement of fresh) order.returned += this.#bookReversal(attempt, movement);
    if (order.returned !== before && this.rules.isFullyReturned(order.state, order.received, order.returned)) {
      Object.assign(order, { state: 'refunded', revoked: true });
      this.giveUpOpen(order.id);
    }
    return fresh.length > 0;
  }

  #bookReversal(attempt: SimAttempt, movement: Movement): bigint {
    const own = this.lines.filter((one) => one.orderId === attempt.orderId);
    const surplusReceivedAt = new Map(own.filter((l) => l.kind === 'capture-surplus').map((l) => [l.movementId, l.at]));
    const open = this.surpluses
      .filter((one) => one.attemptId === attempt.id && one.isOpen)
      .map((surplus) => ({ ...surplus, surplus, came: surplusReceivedAt.get(surplus.movementId) }));
    const sale = { currency: 'BRL', held: this.rules.netCaptured(attempt, own) };
    const divided = this.rules.divideReturnedMoney(movement, open, sale);
    const name = movement.kind === 'chargeback' ? 'dispute' : 'refund';
    if (divided.kind === 'surplus') {
      Object.assign(divided.surplus.surplus, { isOpen: false, refundedBy: movement.id });
      this.#book(attempt, movement, `${name}-surplus`, movement.amount);
      return 0n;
    }
    this.#book(attempt, movement, `${name}-principal`, divided.parts.principal);
    this.#book(attempt, movement, `${name}-interest`, divided.parts.interest);
    this.#book(attempt, movement, `${name}-excess`, divided.parts.excess);
    const part = this.parts.find(
      (one) => one.attemptId === attempt.id && one.amount === movement.amount && one.state === 'wanted',
    );
    if (part && name === 'refund') Object.assign(part, { state: 'done', refundedBy: movement.id });
    return divided.parts.principal;
  }

  #settleCover(order: SimOrder): boolean {
    if (order.state !== 'open' && order.state !== 'partly-paid') return false;
    const rows = this.attemptsOf(order.id);
    const cover = this.rules.decideSplit(order.total, order.received, this.rules.toSplitParts(this.holds, rows));
    for (const id of cover.voids) this.supersede(this.attempt(id));
    for (const id of cover.end) this.#endPart(this.attempt(id));
    for (const id of cover.capture) this.#wantCapture(this.attempt(id));
    const held = this.rules.heldUntil(this.holds, rows);
    const window = this.rules.decideHoldWindow(cover.standing, order.holdExpiresAt, held, this.now);
    if (window !== undefined) order.holdExpiresAt = window;
    if (window) this.send({ name: 'expire-hold', id: order.id }, (window.getTime() - this.now.getTime()) / 1000);
    if (cover.start !== null) this.send({ name: 'advance-split-order', id: order.id }, 20);
    return cover.start !== null || cover.capture.length > 0;
  }

  #wantCapture(attempt: SimAttempt): void {
    if (attempt.capture_requested) return;
    const at = new Date(this.now.getTime() + 5000);
    Object.assign(attempt, { capture_requested: true, checks: 0, next_check_at: at });
    this.send({ name: 'resolve-attempt', id: attempt.id }, 5);
  }

  #endPart(attempt: SimAttempt): void {
    const change = { state: 'voided', sealed_request: null, next_check_at: null, decline_code: 'not-started' };
    Object.assign(attempt, { ...change, updated_at: this.now });
  }
}

const openStates = new Set(['created', 'awaiting-buyer', 'processing', 'unknown', 'authorized']);

export function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('Not there');
  return value;
}
