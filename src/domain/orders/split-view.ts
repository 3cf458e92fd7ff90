import { decideSplit, type SplitOrderPart } from './decide-split.ts';
import type { AttemptView, Order, PartStatus, PartView, SplitPaymentStatus, SplitView } from './order.types.ts';

/** An attempt with what the split plan needs beside its view. */
export interface SplitAttempt {
  readonly view: AttemptView;
  readonly number: number;
  /** Null: it pays alone. */
  readonly part: number | null;
  readonly tenderId: string;
  readonly principal: bigint;
  readonly superseded: boolean;
  readonly pending: boolean;
  /** Until when its way to pay waits for the buyer. */
  readonly deadlineAt: Date;
}

const standings: Readonly<Record<string, PartStatus>> = {
  created: 'under-way',
  unknown: 'under-way',
  processing: 'under-way',
  'awaiting-buyer': 'waits-for-buyer',
  authorized: 'reserved',
  captured: 'taken',
};

/** The attempt that is shown first: one that is processing, then one that needs the buyer, then a declined one. */
const urgency: readonly PartStatus[] = ['under-way', 'waits-for-buyer', 'refused', 'reserved', 'taken', 'in-line'];

function standingOf({ view, pending }: SplitAttempt): PartStatus {
  return pending ? 'in-line' : (standings[view.state] ?? 'refused');
}

function toSplitPart({ view, number, part, principal, superseded, pending }: SplitAttempt): SplitOrderPart {
  const blocks = view.nextAction !== null;
  return { id: view.id, state: view.state, principal, number, part: part ?? 0, superseded, pending, blocks };
}

/**
 * How an order stands that several tenders pay; null when it is not paid so. `attempts` are newest first; parts of the
 * price come back in the order in which they start, refused ones only of the newest call.
 */
export function toSplitView(order: Order, attempts: readonly SplitAttempt[], now: Date): SplitView | null {
  const splitParts = attempts.filter(({ part }) => part !== null).toReversed();
  const newest = splitParts.at(-1);
  if (!newest) return null;
  const decision = decideSplit(order.total, order.received, splitParts.map(toSplitPart));
  const since = newest.number - (newest.part ?? 0);
  const shown = splitParts.filter((one) => {
    if (standingOf(one) === 'refused')
      return one.number >= firstOfCall(splitParts, since) && !isRenewed(one, splitParts);
    return !one.superseded || one.view.state === 'captured';
  });
  const standing = wordOf(order, decision.standing);
  return {
    standing,
    parts: shown.map(partOf),
    held: order.state === 'closed' ? 0n : decision.held,
    heldUntil:
      decision.held > 0n && (standing === 'held' || standing === 'waits-for-buyer')
        ? reservedUntil(order, splitParts, now)
        : null,
    owed: order.state === 'paid' || order.state === 'refunded' ? 0n : decision.owed,
  };
}

function firstOfCall(splitParts: readonly SplitAttempt[], since: number): number {
  const first = splitParts.find(({ number }) => number >= since);
  return first?.number ?? since;
}

/** A code that was replaced in place is not a part beside its successor. */
function isRenewed(one: SplitAttempt, splitParts: readonly SplitAttempt[]): boolean {
  return splitParts.some(({ tenderId, number }) => tenderId === one.tenderId && number > one.number);
}

function wordOf(
  order: Order,
  standing: 'covered' | 'under-way' | 'waits-for-buyer' | 'held' | 'declined',
): SplitPaymentStatus {
  if (order.state === 'paid' || order.state === 'refunded') return 'paid';
  if (order.state === 'closed') return 'undone';
  return standing === 'covered' ? 'under-way' : standing;
}

function reservedUntil({ holdExpiresAt }: Order, splitParts: readonly SplitAttempt[], now: Date): Date | null {
  const waiting = splitParts.filter(({ view, superseded }) => view.state === 'awaiting-buyer' && !superseded);
  const ends = [holdExpiresAt ?? null, ...waiting.map(({ deadlineAt }) => deadlineAt)];
  const known = ends.filter((end) => end !== null && end > now).map((end) => (end ?? now).getTime());
  return known.length === 0 ? null : new Date(Math.max(...known));
}

function partOf(one: SplitAttempt): PartView {
  const { view, tenderId, principal } = one;
  return {
    attemptId: view.id,
    tenderId,
    rail: view.rail,
    method: view.method,
    principal,
    interest: view.amount - principal,
    installments: view.installments,
    kept: view.kept,
    standing: standingOf(one),
    declineCode: view.declineCode,
    expiresAt: view.expiresAt,
  };
}

/** Newest first; of the parts of a price the one that the buyer has to see comes first of all. */
export function sortByUrgency(order: Order, attempts: readonly SplitAttempt[]): AttemptView[] {
  const isSplit = attempts.some(({ part }) => part !== null);
  if (!isSplit || order.state === 'closed') return attempts.map(({ view }) => view);
  const rank = (one: SplitAttempt): number => (one.superseded ? urgency.length : urgency.indexOf(standingOf(one)));
  // A decline of an earlier payment is not shown once other parts have started.
  const newestPart = attempts.find(({ part }) => part !== null);
  const since = newestPart ? newestPart.number - (newestPart.part ?? 0) : 0;
  const isOld = (one: SplitAttempt): boolean => standingOf(one) === 'refused' && one.number < since;
  const neverStarted = (one: SplitAttempt): boolean => one.view.declineCode === 'not-started';
  const score = (one: SplitAttempt): number => rank(one) + (isOld(one) || neverStarted(one) ? 10 : 0);
  return attempts.toSorted((a, b) => score(a) - score(b)).map(({ view }) => view);
}
