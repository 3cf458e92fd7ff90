import { decideCover, type Leg } from './cover.ts';
import type { AttemptView, Order, PartStanding, PartView, SplitStanding, SplitView } from './order.types.ts';

/** What the rule below has to know of an attempt beside what screens may. */
export interface PartFacts {
  readonly view: AttemptView;
  readonly number: number;
  /** Null: it pays alone. */
  readonly leg: number | null;
  readonly tenderId: string;
  readonly principal: bigint;
  readonly superseded: boolean;
  readonly pending: boolean;
  /** Until when its way to pay waits for the buyer. */
  readonly deadlineAt: Date;
}

const standings: Readonly<Record<string, PartStanding>> = {
  created: 'under-way',
  unknown: 'under-way',
  processing: 'under-way',
  'awaiting-buyer': 'waits-for-buyer',
  authorized: 'reserved',
  captured: 'taken',
};

/** Which attempt the buyer has to see first: who must act, then what goes on, then what went wrong. */
const urgency: readonly PartStanding[] = ['under-way', 'waits-for-buyer', 'refused', 'reserved', 'taken', 'in-line'];

function standingOf({ view, pending }: PartFacts): PartStanding {
  return pending ? 'in-line' : (standings[view.state] ?? 'refused');
}

function legOf({ view, number, leg, principal, superseded, pending }: PartFacts): Leg {
  const blocks = view.nextAction !== null;
  return { id: view.id, state: view.state, principal, number, leg: leg ?? 0, superseded, pending, blocks };
}

/**
 * How an order stands that several tenders pay; null when it is not paid so. `attempts` are newest first; parts of the
 * price come back in the order in which they start, refused ones only of the newest call.
 */
export function splitViewOf(order: Order, attempts: readonly PartFacts[], now: Date): SplitView | null {
  const legs = attempts.filter(({ leg }) => leg !== null).toReversed();
  const newest = legs.at(-1);
  if (!newest) return null;
  const decision = decideCover(order.total, order.received, legs.map(legOf));
  const since = newest.number - (newest.leg ?? 0);
  const shown = legs.filter((one) => {
    if (standingOf(one) === 'refused') return one.number >= firstOfCall(legs, since) && !isRenewed(one, legs);
    return !one.superseded || one.view.state === 'captured';
  });
  const standing = wordOf(order, decision.standing);
  return {
    standing,
    parts: shown.map(partOf),
    held: order.state === 'closed' ? 0n : decision.held,
    heldUntil:
      decision.held > 0n && (standing === 'held' || standing === 'waits-for-buyer')
        ? keptUntil(order, legs, now)
        : null,
    owed: order.state === 'paid' || order.state === 'refunded' ? 0n : decision.owed,
  };
}

function firstOfCall(legs: readonly PartFacts[], since: number): number {
  const first = legs.find(({ number }) => number >= since);
  return first?.number ?? since;
}

/** A code that was replaced in place is not a part beside its successor. */
function isRenewed(one: PartFacts, legs: readonly PartFacts[]): boolean {
  return legs.some(({ tenderId, number }) => tenderId === one.tenderId && number > one.number);
}

function wordOf(
  order: Order,
  standing: 'covered' | 'under-way' | 'waits-for-buyer' | 'held' | 'declined',
): SplitStanding {
  if (order.state === 'paid' || order.state === 'refunded') return 'paid';
  if (order.state === 'closed') return 'undone';
  return standing === 'covered' ? 'under-way' : standing;
}

function keptUntil({ rescueUntil }: Order, legs: readonly PartFacts[], now: Date): Date | null {
  const waiting = legs.filter(({ view, superseded }) => view.state === 'awaiting-buyer' && !superseded);
  const ends = [rescueUntil ?? null, ...waiting.map(({ deadlineAt }) => deadlineAt)];
  const known = ends.filter((end) => end !== null && end > now).map((end) => (end ?? now).getTime());
  return known.length === 0 ? null : new Date(Math.max(...known));
}

function partOf(one: PartFacts): PartView {
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
export function inOrderOfNeed(order: Order, attempts: readonly PartFacts[]): AttemptView[] {
  const isSplit = attempts.some(({ leg }) => leg !== null);
  if (!isSplit || order.state === 'closed') return attempts.map(({ view }) => view);
  const rank = (one: PartFacts): number => (one.superseded ? urgency.length : urgency.indexOf(standingOf(one)));
  // A part that was refused long ago tells nothing once others have been begun.
  const newestLeg = attempts.find(({ leg }) => leg !== null);
  const since = newestLeg ? newestLeg.number - (newestLeg.leg ?? 0) : 0;
  const isOld = (one: PartFacts): boolean => standingOf(one) === 'refused' && one.number < since;
  const neverBegun = (one: PartFacts): boolean => one.view.declineCode === 'not-started';
  const score = (one: PartFacts): number => rank(one) + (isOld(one) || neverBegun(one) ? 10 : 0);
  return attempts.toSorted((a, b) => score(a) - score(b)).map(({ view }) => view);
}
