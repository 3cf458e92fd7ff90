import type { Pool } from 'pg';
import { i14OfSubscriptions, i7, ledgerIsImmutable } from './single-query-invariants.server.ts';
import { i14OfBillingPeriods } from './billing-period-invariants.server.ts';
import {
  type AttemptRow,
  type ProductRows,
  type LedgerRow,
  type OrderRow,
  type SandboxRecords,
  type SandboxCharge,
  type SandboxMovement,
  readProductRows,
} from './rows.server.ts';

export { type SandboxRecords, readSandboxRecords } from './rows.server.ts';

export interface InvariantOptions {
  /** What the clock of the product says. */
  readonly now: Date;
  /** Largest number of uses by voucher code, where a test knows it. */
  readonly voucherLimits?: Readonly<Record<string, number>>;
}

interface Facts extends ProductRows {
  readonly book: SandboxRecords;
  readonly options: InvariantOptions;
  /** The attempt that a charge outside is for; null when there is not exactly one. */
  readonly attemptOf: (charge: SandboxCharge) => AttemptRow | null;
  readonly movementsOf: (attempt: AttemptRow) => readonly SandboxMovement[];
}

/**
 * Holds the books of the companies outside against the product's tables, and tells every promise that is broken as
 * `I4: what is wrong`; an empty list means that all hold. The promises are I1-I8, I14 (a term of a subscription is paid for
 * once, too) and I15 of the reliability notes; those that hold only once everything has come to rest are in
 * `invariants-at-rest.server.ts`.
 * It looks from outside only, by HTTP and SQL: no code of the product's is asked. To be called when its jobs have run.
 */
export async function invariantViolations(
  pool: Pool,
  book: SandboxRecords,
  options: InvariantOptions,
): Promise<string[]> {
  const inside = await readProductRows(pool);
  const facts = factsFrom(inside, book, options);
  return [
    ...i1(facts),
    ...i2(facts),
    ...i3(facts),
    ...i4(facts),
    ...(await ledgerIsImmutable(pool)),
    ...i5(facts),
    ...i6(facts),
    ...(await i7(pool, options.voucherLimits ?? {})),
    ...i8(facts),
    ...i14(facts),
    ...(await i14OfSubscriptions(pool)),
    ...i15(facts),
    ...i14OfBillingPeriods(facts),
  ];
}

function factsFrom(inside: ProductRows, book: SandboxRecords, options: InvariantOptions): Facts {
  const named = new Map<string, AttemptRow[]>();
  const name = (key: string | null, attempt: AttemptRow): void => {
    if (key !== null) named.set(key, [...new Set([...(named.get(key) ?? []), attempt])]);
  };
  // A charge by consent is named by its own name and what it is collected by, with a dot between them.
  for (const attempt of inside.attempts)
    for (const key of [attempt.id, attempt.reference, attempt.reference?.split('.')[0] ?? null]) name(key, attempt);
  const attemptOf = (charge: SandboxCharge): AttemptRow | null => {
    const found = new Set([...(named.get(charge.id) ?? []), ...(named.get(charge.reference) ?? [])]);
    return found.size === 1 ? ([...found][0] ?? null) : null;
  };
  const byAttempt = new Map<string, SandboxMovement[]>();
  const charges = new Map(book.charges.map((charge) => [charge.id, charge]));
  for (const movement of book.movements) {
    const charge = charges.get(movement.chargeId);
    const attempt = charge && attemptOf(charge);
    if (attempt) byAttempt.set(attempt.id, [...(byAttempt.get(attempt.id) ?? []), movement]);
  }
  return { ...inside, book, options, attemptOf, movementsOf: ({ id }) => byAttempt.get(id) ?? [] };
}

function taken(movements: readonly SandboxMovement[]): bigint {
  return total(movements.filter(({ kind }) => kind === 'capture'));
}

function total(movements: readonly SandboxMovement[]): bigint {
  return movements.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}

function sumOf(lines: readonly LedgerRow[]): bigint {
  return lines.reduce((sum, { amount }) => sum + amount, 0n);
}

/** Every payment that a client was told of exists, once, with the same amount and currency. */
function i1({ answers, orders, attempts, movementsOf }: Facts): string[] {
  return answers.flatMap(({ order_id, body }) => {
    const isPaid = body?.state === 'captured' && (body.split === undefined || body.split.standing === 'paid');
    if (!isPaid) return [];
    const order = orders.find(({ id }) => id === order_id);
    if (!order || !['paid', 'refunded'].includes(order.state)) return [`I1: ${order_id} was told paid and is not`];
    if (body.attemptId === '') return [];
    const attempt = attempts.find(({ id }) => id === body.attemptId);
    const moved = attempt ? movementsOf(attempt).filter(({ kind }) => kind === 'capture') : [];
    const first = moved[0];
    const isThere = attempt && first && total(moved) >= attempt.amount && first.currency === attempt.currency;
    return isThere ? [] : [`I1: no company has the money of ${body.attemptId}`];
  });
}

/** What one attempt took twice, or two attempts for one price, is surplus with a task. */
function i2({ attempts, orders, lines, breaks, movementsOf }: Facts): string[] {
  const surplus = (attemptId: string): bigint =>
    breaks
      .filter((one) => one.kind === 'surplus' && one.attempt_id === attemptId)
      .reduce((sum, one) => sum + one.amount, 0n);
  const late = (attemptId: string): bigint =>
    sumOf(lines.filter((one) => one.attempt_id === attemptId && one.kind === 'capture-late-fee'));
  const twice = attempts
    .filter((one) => taken(movementsOf(one)) > one.amount + surplus(one.id) + late(one.id))
    .map(({ id }) => `I2: ${id} was taken twice`);
  const tooMuch = orders
    .filter(
      ({ id, total: price }) =>
        sumOf(lines.filter((one) => one.order_id === id && one.kind === 'capture-principal')) > price,
    )
    .map(({ id }) => `I2: ${id} was paid twice`);
  const unnamed = lines
    .filter(({ kind }) => kind === 'capture-surplus')
    .filter((one) => !breaks.some((two) => two.kind === 'surplus' && two.movement_id === one.movement_id))
    .map(({ movement_id }) => `I2: surplus ${movement_id} has no task`);
  return [...twice, ...tooMuch, ...unnamed];
}

/** No charge outside that is not exactly one attempt of ours, of the same amount. */
function i3({ book, attemptOf }: Facts): string[] {
  return book.charges.flatMap((charge) => (attemptOf(charge) ? [] : [`I3: charge ${charge.id} is nobody's`]));
}

/** Per company and currency the ledger holds what the company holds. */
function i4({ attempts, lines, movementsOf }: Facts): string[] {
  const sandbox = new Map<string, bigint>();
  const inside = new Map<string, bigint>();
  const add = (sums: Map<string, bigint>, key: string, amount: bigint): void => {
    sums.set(key, (sums.get(key) ?? 0n) + amount);
  };
  for (const attempt of attempts) {
    for (const { kind, amount, currency } of movementsOf(attempt)) {
      const isIn = kind === 'capture' || kind === 'chargeback-won';
      add(sandbox, `${attempt.gateway} ${currency}`, isIn ? BigInt(amount) : -BigInt(amount));
    }
  }
  for (const { gateway, currency, amount, debit_account, credit_account } of lines) {
    if (debit_account === `gateway/${gateway}`) add(inside, `${gateway} ${currency}`, amount);
    else if (credit_account === `gateway/${gateway}`) add(inside, `${gateway} ${currency}`, -amount);
  }
  return [...new Set([...sandbox.keys(), ...inside.keys()])]
    .filter((key) => (sandbox.get(key) ?? 0n) !== (inside.get(key) ?? 0n))
    .map((key) => `I4: ${key} is ${sandbox.get(key) ?? 0n} outside and ${inside.get(key) ?? 0n} in the books`);
}

/** No more goes back than came, of any attempt, in either book. */
function i5({ attempts, lines, movementsOf }: Facts): string[] {
  return attempts.flatMap((attempt) => {
    const back = total(movementsOf(attempt).filter(({ kind }) => kind === 'refund'));
    const own = lines.filter(({ attempt_id }) => attempt_id === attempt.id);
    const came = sumOf(own.filter(({ kind }) => kind.startsWith('capture-')));
    const went = sumOf(own.filter(({ kind }) => kind.startsWith('refund-') && kind !== 'refund-excess'));
    return back > taken(movementsOf(attempt)) || went > came ? [`I5: more went back than came by ${attempt.id}`] : [];
  });
}

/**
 * Order implies lead, attempt implies order, access implies paid, paid implies one access, one letter, one event; what was
 * withdrawn from gives no access from that moment on, wherever its money is.
 */
function i6({ orders, attempts }: Facts): string[] {
  const homeless = attempts.filter(({ order_id }) => order_id === null).map(({ id }) => `I6: ${id} has no order`);
  return [...homeless, ...orders.flatMap(brokenOrder)];
}

function brokenOrder(order: OrderRow): string[] {
  const { id, lead, state, grants, active_grants, emails, events, is_withdrawn, is_closed } = order;
  if (lead === null) return [`I6: ${id} has no lead`];
  if (state !== 'paid') return active_grants > 0n ? [`I6: ${id} is ${state} and has access`] : [];
  const open = is_withdrawn ? 0n : 1n;
  return grants === 1n &&
    (active_grants === open || (is_closed && active_grants === 0n)) &&
    emails === 1n &&
    events === 1n
    ? []
    : [`I6: ${id} is paid with ${active_grants} accesses, ${emails} letters, ${events} events`];
}

/** Quoted, ordered and charged are one amount; parts sum to the price. */
function i8({ orders, attempts, lines, book, attemptOf }: Facts): string[] {
  const quoted = orders
    .filter((order) => order.quote_total !== order.total || order.lines_total !== order.total)
    .map(({ id }) => `I8: ${id} does not cost what was quoted`);
  const tendered = attempts
    .filter(({ amount, tender_amount }) => amount !== tender_amount)
    .map(({ id }) => `I8: ${id} asks for another amount than its tender`);
  const charged = book.charges.flatMap((charge) => {
    const attempt = attemptOf(charge);
    const isSame = !attempt || (BigInt(charge.amount) === attempt.amount && charge.currency === attempt.currency);
    return isSame ? [] : [`I8: ${charge.id} charges another amount than was asked for`];
  });
  const unpaid = orders
    .filter(({ state, total: price }) => state === 'paid' && price > 0n)
    .filter(
      ({ id, total: price }) =>
        sumOf(lines.filter((one) => one.order_id === id && one.kind === 'capture-principal')) !== price,
    )
    .map(({ id }) => `I8: the parts of ${id} do not sum to its price`);
  return [...quoted, ...tendered, ...charged, ...unpaid];
}

/** What was offered after a purchase is bought at most once. */
function i14({ orders }: Facts): string[] {
  const bought = orders.filter(({ parent_order_id, state }) => parent_order_id !== null && state === 'paid');
  const keys = bought.map(({ parent_order_id, product_code }) => `${parent_order_id} ${product_code}`);
  return [...new Set(keys.filter((key, index) => keys.indexOf(key) !== index))].map(
    (key) => `I14: ${key} was bought twice`,
  );
}

/** Of several tenders all are taken or none, a minute after the time to rescue them at the latest. */
function i15({ orders, attempts, options, book, attemptOf }: Facts): string[] {
  // What a company holds is `authorized`, points are `reserved`.
  const held = book.charges.filter(({ status }) => status === 'authorized' || status === 'reserved');
  const reserved = new Set(held.flatMap((charge) => attemptOf(charge)?.id ?? []));
  return orders.flatMap((order) => {
    const splitParts = attempts.filter(({ order_id, part }) => order_id === order.id && part !== null);
    if (splitParts.length === 0) return [];
    const isOver = order.hold_expires_at !== null && options.now.getTime() > order.hold_expires_at.getTime() + 60_000;
    const isOpen = order.state === 'open' || order.state === 'partly-paid';
    if (isOpen) return isOver ? [`I15: ${order.id} is held past its time`] : [];
    const holds = splitParts.some(({ id }) => reserved.has(id));
    const keeps = order.state === 'closed' && order.received !== order.returned;
    return holds || keeps ? [`I15: ${order.id} is ${order.state} and a part of it is still held`] : [];
  });
}
