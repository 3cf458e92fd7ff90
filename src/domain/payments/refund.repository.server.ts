import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { type RecordedTransfer, transfersOfOrder } from '../ledger/index.server.ts';
import type { Order } from '../orders/index.ts';
import { shareRefund } from './share-refund.ts';

/** What of a request goes back by one capture. */
export interface RefundPart {
  readonly id: string;
  readonly attemptId: string;
  readonly captureId: string;
  readonly amount: bigint;
  readonly state: 'wanted' | 'done' | 'by-hand';
}

interface Source {
  readonly tenderId: string;
  readonly attemptId: string;
  readonly captureId: string;
  readonly brought: bigint;
  readonly left: bigint;
  /** What was paid with it for being late and has not gone back: it goes back with the whole, and with nothing less. */
  readonly late: bigint;
}

/** Parts of an order that have been asked for, whatever became of them. */
export async function partsOfOrder(db: Db, orderId: string): Promise<(RefundPart & { readonly requestId: string })[]> {
  const rows = await db
    .selectFrom('refund_parts')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('requested_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    requestId: row.request_id,
    attemptId: row.attempt_id,
    captureId: row.capture_id,
    amount: row.amount,
    state: row.state as RefundPart['state'],
  }));
}

/** Every capture of an order's price, interest and late fees, with what of it may still go back. Surplus is not part of it. */
async function sourcesOf(trx: Db, orderId: string): Promise<Source[]> {
  const lines = await transfersOfOrder(trx, orderId);
  const parts = await partsOfOrder(trx, orderId);
  const captures = new Map<string, Source>();
  for (const { kind, attemptId, tenderId, movementId, amount } of lines) {
    const isLate = kind === 'capture-late-fee';
    if (!isLate && kind !== 'capture-principal' && kind !== 'capture-interest') continue;
    const before = captures.get(movementId);
    const brought = (before?.brought ?? 0n) + (isLate ? 0n : amount);
    const late = (before?.late ?? 0n) + (isLate ? amount : 0n);
    captures.set(movementId, { tenderId, attemptId, captureId: movementId, brought, left: brought, late });
  }
  const gone = new Map<string, bigint>();
  const goes = (attemptId: string, amount: bigint): void => {
    gone.set(attemptId, (gone.get(attemptId) ?? 0n) + amount);
  };
  for (const line of lines) goes(line.attemptId, goneBy(line));
  for (const part of parts) if (part.state !== 'done') goes(part.attemptId, part.amount);
  const takenOf = (attemptId: string, most: bigint): bigint => {
    const all = gone.get(attemptId) ?? 0n;
    const takes = all > 0n ? smaller(most, all) : 0n;
    goes(attemptId, -takes);
    return takes;
  };
  // What went back was the price first, of every capture, and what being late cost last.
  const priced = [...captures.values()].map((source) => ({
    ...source,
    left: source.left - takenOf(source.attemptId, source.left),
  }));
  return priced.map((source) => ({ ...source, late: source.late - takenOf(source.attemptId, source.late) }));
}

/** How much of the price, its interest or its late fees a line took away; what a bank gave back after a dispute counts against it. */
function goneBy({ kind, amount }: RecordedTransfer): bigint {
  if (/^(?:refund|dispute)-(?:principal|interest|late-fee)$/.test(kind)) return amount;
  return /^dispute-won-(?:principal|interest|late-fee)$/.test(kind) ? -amount : 0n;
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/**
 * Writes what goes back of an order by which of its captures, and a job for each; null, with nothing written, when there
 * is less left than that. Who gets back all that is left of what they bought gets back what being late cost as well, by
 * the capture that brought it: so much may be asked for besides the price, and is given besides it. The caller holds the
 * order's lock.
 */
export async function writeRefund(
  ctx: DomainContext,
  trx: Db,
  order: Order,
  wish: { readonly id: string; readonly amount: bigint | 'all'; readonly reason: string },
): Promise<readonly RefundPart[] | null> {
  const sources = await sourcesOf(trx, order.id);
  const left = sources.reduce((sum, source) => sum + source.left, 0n);
  const late = sources.reduce((sum, source) => sum + source.late, 0n);
  const amount = wish.amount === 'all' ? left + late : wish.amount;
  const isWhole = amount === left || amount === left + late;
  const shares = isWhole ? everythingOf(sources) : shareOverTenders(amount, sources);
  if (!shares) return null;
  const now = ctx.clock.now();
  const { id, reason } = wish;
  await trx
    .insertInto('refund_requests')
    .values({ id, order_id: order.id, amount, currency: order.currency, reason, requested_at: now })
    .execute();
  const parts = shares.map(({ attemptId, captureId, amount: share }): RefundPart => ({
    id: newId('rfp'),
    attemptId,
    captureId,
    amount: share,
    state: 'wanted',
  }));
  await trx
    .insertInto('refund_parts')
    .values(
      parts.map((part) => ({
        id: part.id,
        request_id: id,
        order_id: order.id,
        attempt_id: part.attemptId,
        capture_id: part.captureId,
        amount: part.amount,
        state: part.state,
        movement_id: null,
        requested_at: now,
        ended_at: null,
      })),
    )
    .execute();
  for (const part of parts) await ctx.jobs.send(trx, 'give-back-part', { partId: part.id });
  return parts;
}

/** What may still go back of an order by each of its attempts, minor units; nothing for what has gone or is promised. */
export async function refundableOf(
  db: Db,
  orderId: string,
): Promise<readonly { readonly attemptId: string; readonly amount: bigint }[]> {
  return everythingOf(await sourcesOf(db, orderId)) ?? [];
}

type Share = Source & { readonly amount: bigint };

/** All that is left of every capture; null when that is nothing. */
function everythingOf(sources: readonly Source[]): readonly Share[] | null {
  const shares = sources.map((source) => ({ ...source, amount: source.left + source.late }));
  const some = shares.filter(({ amount }) => amount > 0n);
  return some.length > 0 ? some : null;
}

/** The rule is over tenders; a tender that took its money in several captures gives back by the first of them first. */
function shareOverTenders(amount: bigint, sources: readonly Source[]): readonly Share[] | null {
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

/**
 * The part that a refund at a gateway fulfils: one of this attempt that waits for just this amount. Null when nobody here
 * asked for it. The caller holds the order's lock.
 */
export async function endPart(
  trx: Db,
  movement: { readonly orderId: string; readonly attemptId: string; readonly id: string; readonly amount: bigint },
  now: Date,
): Promise<string | null> {
  const part = await trx
    .selectFrom('refund_parts')
    .select('id')
    .where('order_id', '=', movement.orderId)
    .where('attempt_id', '=', movement.attemptId)
    .where('amount', '=', movement.amount)
    .where('state', '<>', 'done')
    .orderBy('requested_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!part) return null;
  await trx
    .updateTable('refund_parts')
    .set({ state: 'done', movement_id: movement.id, ended_at: now })
    .where('id', '=', part.id)
    .execute();
  return part.id;
}
