/** One part of a split order, as the rule below reads it. */
export interface SplitOrderPart {
  readonly id: string;
  /** State of its attempt. */
  readonly state: string;
  /** Its part of the price, minor units. */
  readonly principal: bigint;
  /** Grows by one per attempt of the order. */
  readonly number: number;
  /** Its place among the parts that one payment started. */
  readonly part: number;
  /** Superseded: it pays nothing here any more unless its money has come. */
  readonly superseded: boolean;
  /** Its gateway has not been called: it starts later. */
  readonly pending: boolean;
  /** While it awaits its buyer no later part starts: a challenge, or money that is to be reserved first. */
  readonly blocks: boolean;
}

export interface SplitDecision {
  readonly standing: 'covered' | 'under-way' | 'waits-for-buyer' | 'held' | 'declined';
  /** The part whose turn it is. */
  readonly start: string | null;
  /** Reserved parts to capture now. */
  readonly capture: readonly string[];
  /** Reserved parts to void: the price does not need them. */
  readonly voids: readonly string[];
  /** Parts that will not start any more. */
  readonly end: readonly string[];
  /** Reserved and taken of the price. */
  readonly held: bigint;
  /** The amount that no part pays. */
  readonly owed: bigint;
}

const refused: ReadonlySet<string> = new Set(['declined', 'expired', 'voided', 'failed']);
const asked: ReadonlySet<string> = new Set(['created', 'unknown', 'processing']);

function sum(splitParts: readonly SplitOrderPart[]): bigint {
  return splitParts.reduce((total, { principal }) => total + principal, 0n);
}

/**
 * Decides what follows for an order that several tenders pay. Pure: the same parts, the same answer.
 *
 * - The price is covered when received and reserved money reach it; only then is anything captured.
 * - Parts start one after the other; a part that is processing, or whose bank challenges its buyer, holds up those
 * after it.
 * - A decline ends the parts of its payment that have not started. Reserved parts are held, and the rest is owed.
 * - Reserved money beyond the price is voided, the latest first.
 *
 * `received`: captured part of the price, by any attempt.
 */
export function decideSplit(total: bigint, received: bigint, splitParts: readonly SplitOrderPart[]): SplitDecision {
  const live = splitParts.filter(({ superseded }) => !superseded).toSorted((a, b) => a.number - b.number);
  const [kept, voids] = splitReserved(total - received, live);
  const reserved = sum(kept);
  const held = received + reserved > total ? total : received + reserved;
  const inLine = live.filter(({ pending }) => pending);
  const facts = { capture: [], voids: voids.map(({ id }) => id), held };
  if (held >= total) {
    const capture = kept.map(({ id }) => id);
    return { ...facts, standing: 'covered', start: null, capture, end: inLine.map(({ id }) => id), owed: 0n };
  }
  const end = inLine.filter((part) => before(part, splitParts).some(({ state }) => refused.has(state)));
  const next = inLine.find((part) => !end.includes(part));
  const underWay = live.filter(({ state, pending }) => asked.has(state) && !pending);
  const waiting = live.filter(({ state }) => state === 'awaiting-buyer');
  const open = sum([...underWay, ...waiting]) + sum(inLine) - sum(end);
  const start = next && before(next, live).every(lets) ? next.id : null;
  const owed = total - held - open > 0n ? total - held - open : 0n;
  const rest = { ...facts, start, end: end.map(({ id }) => id), owed };
  if (start !== null || underWay.length > 0) return { ...rest, standing: 'under-way' };
  if (owed > 0n && held > 0n) return { ...rest, standing: 'held' };
  return { ...rest, standing: waiting.length > 0 ? 'waits-for-buyer' : 'declined' };
}

/** Reserved parts that a price needs, in their order, and those that it does not. */
function splitReserved(price: bigint, live: readonly SplitOrderPart[]): [SplitOrderPart[], SplitOrderPart[]] {
  const kept: SplitOrderPart[] = [];
  const voids: SplitOrderPart[] = [];
  for (const part of live) {
    if (part.state === 'authorized') (sum(kept) < price ? kept : voids).push(part);
  }
  return [kept, voids];
}

/** The parts of the same payment that start before one. */
function before(part: SplitOrderPart, splitParts: readonly SplitOrderPart[]): SplitOrderPart[] {
  return splitParts.filter(({ number }) => number < part.number && number >= part.number - part.part);
}

/** Whether a part lets those after it start. */
function lets({ state, blocks }: SplitOrderPart): boolean {
  return state === 'authorized' || state === 'captured' || (state === 'awaiting-buyer' && !blocks);
}
