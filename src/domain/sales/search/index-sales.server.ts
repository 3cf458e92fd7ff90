import { randomInt } from 'node:crypto';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { EncryptionKeys } from '../../long-term-encryption.server.ts';
import type { SalesContext } from '../context.server.ts';
import { type SaleEntry, saleEntryOf } from './sale-entry.server.ts';
import { type SaleFacts, saleFacts } from './sale-facts.repository.server.ts';
import {
  entryRow,
  hadTrouble,
  lockIndex,
  markChanged,
  orderNumberRange,
  pendingOrderIds,
  storedEntryRows,
  takeChanges,
  tryLockIndex,
  upsertEntries,
} from './sale-search.repository.server.ts';
import { searchKeysOf } from './search-keys.server.ts';
import { advanceRebuild, lockRebuild } from './search-rebuild.repository.server.ts';

/** Changes of one round: a transaction of some tens of milliseconds. */
const changesPerRound = 500;
/** Orders that are read at once while the index is made anew. */
const ordersPerRead = 1_000;
const sampledTogether = 100;

type IndexContext = Pick<SalesContext, 'db' | 'log'> & { readonly config: EncryptionKeys };

function entriesOf(ctx: IndexContext, facts: readonly SaleFacts[]): readonly SaleEntry[] {
  const [keys] = searchKeysOf(ctx.config);
  return facts.map((one) => saleEntryOf(one, keys));
}

/**
 * Brings the entries of changed orders up to date: one round of at most 500 changes. The orders are read after the changes were
 * taken, so that a change which is committed meanwhile is either read or still there. Gives how many changes were taken; 0
 * also while another worker does it. Tasks of sales begin and end with such a change, whichever process made it: open pages
 * are told where a sale has or had trouble.
 */
export async function indexChangedSales(ctx: IndexContext & Pick<SalesContext, 'staffSignals'>): Promise<number> {
  const round = await transaction(ctx.db, async (trx) => {
    if (!(await tryLockIndex(trx))) return { taken: 0, hasTrouble: false };
    const { taken, orderIds } = await takeChanges(trx, changesPerRound);
    if (taken === 0) return { taken, hasTrouble: false };
    const entries = entriesOf(ctx, await saleFacts(trx, { orderIds }));
    const hasTrouble = entries.some(({ troubles }) => troubles.length > 0) || (await hadTrouble(trx, orderIds));
    await upsertEntries(trx, entries);
    return { taken, hasTrouble };
  });
  if (round.hasTrouble) ctx.staffSignals.listChanged('tasks');
  return round.taken;
}

/**
 * Makes the next slice of the index anew, where that is under way. It may be stopped at any moment: the next call goes on
 * behind the last whole read. Gives how many entries it wrote; null when nothing is left to do.
 */
export async function rebuildSlice(
  ctx: IndexContext & { readonly isStopping?: () => boolean },
  most: number,
): Promise<number | null> {
  let written = 0;
  while (written < most && !ctx.isStopping?.()) {
    const read = await rebuildRead(ctx, Math.min(ordersPerRead, most - written));
    if (read === null) return written === 0 ? null : written;
    written += read;
  }
  return written;
}

async function rebuildRead(ctx: IndexContext, limit: number): Promise<number | null> {
  return transaction(ctx.db, async (trx) => {
    await lockIndex(trx);
    const rebuild = await lockRebuild(trx);
    if (!rebuild) return null;
    const facts = await saleFacts(trx, { after: rebuild.after, upTo: rebuild.last, limit });
    await upsertEntries(trx, entriesOf(ctx, facts));
    const reached = facts.reduce((highest, { number }) => (number > highest ? number : highest), rebuild.after);
    await advanceRebuild(trx, reached, facts.length < limit);
    return facts.length;
  });
}

/**
 * Compares entries of orders chosen at random with the orders themselves. What differs and is not about to be brought up to date
 * is noted as changed, and its number logged as an error: a change was not noted, or an entry was written by hand.
 */
export async function verifySearchSample(
  ctx: IndexContext & { readonly isStopping?: () => boolean },
  size: number,
): Promise<{ readonly compared: number; readonly different: number }> {
  const range = await orderNumberRange(ctx.db);
  if (!range) return { compared: 0, different: 0 };
  const span = Number(range.last - range.first) + 1;
  let [compared, different] = [0, 0];
  // Few orders are all compared, in turn; of many, a hundred from each of some random places.
  let next = range.first - 1n;
  while (compared < size && !ctx.isStopping?.()) {
    const after = span <= size ? next : range.first + BigInt(randomInt(span)) - 1n;
    const sample = await transaction(ctx.db, (trx) => compareSample(ctx, trx, { after, upTo: range.last }), {
      isolation: 'repeatable read',
    });
    if (sample.last === null) break;
    await markChanged(ctx.db, sample.wrong);
    compared += sample.compared;
    different += sample.wrong.length;
    next = sample.last;
  }
  if (different > 0) ctx.log.error('search-index-differs', { count: different });
  return { compared, different };
}

/** In one snapshot: a change that is committed meanwhile is either in all three readings or in none. */
async function compareSample(
  ctx: IndexContext,
  trx: Db,
  range: { readonly after: bigint; readonly upTo: bigint },
): Promise<{ readonly compared: number; readonly wrong: readonly string[]; readonly last: bigint | null }> {
  const facts = await saleFacts(trx, { ...range, limit: sampledTogether });
  const stored = await storedEntryRows(
    trx,
    facts.map(({ number }) => number),
  );
  const wrong = entriesOf(ctx, facts)
    .filter((entry) => !isSameRow(entryRow(entry), stored.get(entry.facts.number)))
    .map(({ facts: { orderId } }) => orderId);
  const pending = new Set(wrong.length === 0 ? [] : await pendingOrderIds(trx, 10_000));
  const last = facts.reduce<bigint | null>(
    (most, { number }) => (most === null || number > most ? number : most),
    null,
  );
  return { compared: facts.length, last, wrong: wrong.filter((orderId) => !pending.has(orderId)) };
}

type Row = Readonly<Record<string, unknown>>;

function isSameRow(made: Row, stored: Row | undefined): boolean {
  return (
    stored !== undefined && Object.keys(made).every((key) => JSON.stringify(made[key]) === JSON.stringify(stored[key]))
  );
}
