/** One part of a price that several tenders pay, as far as the rule below looks at it. */
export interface SplitOrderPart {
  readonly id: string;
  /** State of its attempt. */
  readonly state: string;
  /** Its part of the price, minor units. */
  readonly principal: bigint;
  /** Grows by one per attempt of the order. */
  readonly number: number;
  /** Its place among the legs that one call began. */
  readonly part: number;
  /** Set aside: whatever it does, it pays nothing here any more unless its money has come. */
  readonly superseded: boolean;
  /** Its gateway has not been called: it waits for its turn. */
  readonly pending: boolean;
  /** While it awaits its buyer no part after it starts: a bank's question, money that is to be reserved first. */
  readonly blocks: boolean;
}

export interface SplitDecision {
  readonly standing: 'covered' | 'under-way' | 'waits-for-buyer' | 'held' | 'declined';
  /** The part whose turn it is. */
  readonly start: string | null;
  /** Reserved money that is to be taken now. */
  readonly capture: readonly string[];
  /** Reserved money that the price does not need: it is given up. */
  readonly voids: readonly string[];
  /** Legs that are not begun any more. */
  readonly end: readonly string[];
  /** Reserved and taken of the price. */
  readonly held: bigint;
  /** What no part pays that stands, is under way or waits. */
  readonly owed: bigint;
}

const refused: ReadonlySet<string> = new Set(['declined', 'expired', 'voided', 'failed']);
const asked: ReadonlySet<string> = new Set(['created', 'unknown', 'processing']);

function sum(splitParts: readonly SplitOrderPart[]): bigint {
  return splitParts.reduce((total, { principal }) => total + principal, 0n);
}

/**
 * What is to be done about an order that several tenders pay. Pure: the same legs, the same answer, whoever asks first.
 *
 * - The price is covered when what has come in and what is reserved reach it; only then is anything taken.
 * - Legs start one after the other; one that is asked about, or that a bank asks its buyer about, holds up those after it.
 * - A refusal ends the legs of its call that have not started. What stands is held, and the rest is owed.
 * - Reserved money beyond the price is let go, the latest first.
 *
 * `received`: price part that has come in by whatever attempt.
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

/** Reserved legs that a price needs, in their order, and those that it does not. */
function splitReserved(price: bigint, live: readonly SplitOrderPart[]): [SplitOrderPart[], SplitOrderPart[]] {
  const kept: SplitOrderPart[] = [];
  const voids: SplitOrderPart[] = [];
  for (const part of live) {
    if (part.state === 'authorized') (sum(kept) < price ? kept : voids).push(part);
  }
  return [kept, voids];
}

/** The legs of the same call that start before one. */
function before(part: SplitOrderPart, splitParts: readonly SplitOrderPart[]): SplitOrderPart[] {
  return splitParts.filter(({ number }) => number < part.number && number >= part.number - part.part);
}

/** Whether a part lets those after it start. */
function lets({ state, blocks }: SplitOrderPart): boolean {
  return state === 'authorized' || state === 'captured' || (state === 'awaiting-buyer' && !blocks);
}
