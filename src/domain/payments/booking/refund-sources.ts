import { openRefundPartStates } from './refund-part-states.ts';

/** A line of the books as far as it says what may go back of an order. Minor units. */
export interface SaleLedgerLine {
  readonly kind: string;
  readonly attemptId: string;
  readonly tenderId: string;
  readonly movementId: string;
  readonly amount: bigint;
}

/** A capture of an order, with what of it may still go back. Minor units. */
export interface RefundSource {
  readonly tenderId: string;
  readonly attemptId: string;
  readonly captureId: string;
  readonly brought: bigint;
  readonly left: bigint;
  /** What was paid with it for being late and has not gone back: it goes back with the whole, and with nothing less. */
  readonly late: bigint;
}

/** Every capture of an order's price, interest and late fees, with what of it may still go back. Surplus is not part of it. */
export function refundSourcesOf(
  lines: readonly SaleLedgerLine[],
  parts: readonly {
    readonly attemptId: string;
    readonly amount: bigint;
    /** How much of it a dispute holds; nothing when absent. */
    readonly disputed?: bigint;
    readonly state: string;
  }[],
): RefundSource[] {
  const captures = new Map<string, RefundSource>();
  for (const { kind, attemptId, tenderId, movementId, amount } of lines) {
    const isLate = kind === 'capture-late-fee';
    if (!isLate && kind !== 'capture-principal' && kind !== 'capture-interest') continue;
    const before = captures.get(movementId);
    const brought = (before?.brought ?? 0n) + (isLate ? 0n : amount);
    const late = (before?.late ?? 0n) + (isLate ? amount : 0n);
    captures.set(movementId, { tenderId, attemptId, captureId: movementId, brought, left: brought, late });
  }
  const gone = new Map<string, bigint>();
  const plannedAmount = (attemptId: string, amount: bigint): void => {
    gone.set(attemptId, (gone.get(attemptId) ?? 0n) + amount);
  };
  for (const line of lines) plannedAmount(line.attemptId, returnedBy(line));
  // What a dispute holds of a part is gone by the dispute's own line.
  for (const part of parts) if (isOwed(part.state)) plannedAmount(part.attemptId, part.amount - (part.disputed ?? 0n));
  const deductFrom = (attemptId: string, most: bigint): bigint => {
    const all = gone.get(attemptId) ?? 0n;
    const takes = all > 0n ? smaller(most, all) : 0n;
    plannedAmount(attemptId, -takes);
    return takes;
  };
  // What went back was the price first, of every capture, and what being late cost last.
  const priced = [...captures.values()].map((source) => ({
    ...source,
    left: source.left - deductFrom(source.attemptId, source.left),
  }));
  return priced.map((source) => ({ ...source, late: source.late - deductFrom(source.attemptId, source.late) }));
}

function isOwed(state: string): boolean {
  return openRefundPartStates.some((owed) => owed === state);
}

/** How much of the price, its interest or its late fees a line took away; what a bank gave back after a dispute counts against it. */
function returnedBy({ kind, amount }: SaleLedgerLine): bigint {
  if (/^(?:refund|dispute)-(?:principal|interest|late-fee)$/.test(kind)) return amount;
  return /^dispute-won-(?:principal|interest|late-fee)$/.test(kind) ? -amount : 0n;
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** By which captures so much goes back; null when less is left than that, or nothing is asked for. */
export function planRefund(
  sources: readonly RefundSource[],
  request: bigint | 'all',
): { amount: bigint; shares: readonly RefundShare[] } | null {
  const left = sources.reduce((sum, source) => sum + source.left, 0n);
  const late = sources.reduce((sum, source) => sum + source.late, 0n);
  const amount = request === 'all' ? left + late : request;
  if (amount <= 0n) return null;
  const isWhole = amount === left || amount === left + late;
  const shares = isWhole ? remainingShares(sources) : shareOverTenders(amount, sources);
  return shares && { amount, shares };
}

export type RefundShare = RefundSource & { readonly amount: bigint };

/** All that is left of every capture; null when that is nothing. */
export function remainingShares(sources: readonly RefundSource[]): readonly RefundShare[] | null {
  const shares = sources.map((source) => ({ ...source, amount: source.left + source.late }));
  const some = shares.filter(({ amount }) => amount > 0n);
  return some.length > 0 ? some : null;
}

/** The rule is over tenders; a tender that took its money in several captures gives back by the first of them first. */
function shareOverTenders(amount: bigint, sources: readonly RefundSource[]): readonly RefundShare[] | null {
  const tenders = [...new Set(sources.map(({ tenderId }) => tenderId))];
  const sum = (tenderId: string, of: 'brought' | 'left'): bigint =>
    sources.reduce((total, source) => total + (source.tenderId === tenderId ? source[of] : 0n), 0n);
  const shares = shareRefund(
    amount,
    tenders.map((id) => ({ brought: sum(id, 'brought'), left: sum(id, 'left') })),
  );
  if (!shares) return null;
  const open = new Map(tenders.map((id, index) => [id, shares[index] ?? 0n]));
  return sources.flatMap((source) => {
    const takes = smaller(source.left, open.get(source.tenderId) ?? 0n);
    open.set(source.tenderId, (open.get(source.tenderId) ?? 0n) - takes);
    return takes > 0n ? [{ ...source, amount: takes }] : [];
  });
}

/** What one tender brought of an order's money, and what of it has not gone back or been promised; minor units. */
export interface RefundTender {
  readonly brought: bigint;
  readonly left: bigint;
}

/**
 * Divides a refund over the tenders of an order (docs/decisions/0024): each gives back in proportion to what it brought,
 * rounded down, the odd minor units go to the first, and none more than it has left; what one has not left is asked of the
 * others, the first first. The shares sum to `amount` exactly. Null when all together have less left than that.
 */
export function shareRefund(amount: bigint, tenders: readonly RefundTender[]): readonly bigint[] | null {
  const left = tenders.reduce((sum, tender) => sum + tender.left, 0n);
  if (amount <= 0n || amount > left) return null;
  const brought = tenders.reduce((sum, tender) => sum + tender.brought, 0n);
  const fair = tenders.map((tender) => (amount * tender.brought) / brought);
  const shares = tenders.map((tender, index) => smaller(fair[index] ?? 0n, tender.left));
  let missing = amount - shares.reduce((sum, share) => sum + share, 0n);
  return shares.map((share, index) => {
    const more = smaller(missing, (tenders[index]?.left ?? 0n) - share);
    missing -= more;
    return share + more;
  });
}
