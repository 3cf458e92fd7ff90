import { sqlState } from '#src/kernel/db/transaction.server.ts';
import { addDays } from '#src/kernel/time/local-date.ts';
import { marketDate, startOfLocalDate } from '#src/kernel/time/zones.ts';
import type { Db } from '../../base-context.server.ts';
import type { EncryptionKeys } from '../../long-term-encryption.server.ts';
import type { StaffScope } from '../../staff/index.ts';
import { matchesProbe } from './matches-probe.server.ts';
import { phoneEndOf } from './read-digits.ts';
import { readSearchTerm } from './read-search-term.ts';
import {
  salesByAmount,
  salesByDocument,
  salesByKey,
  salesByLast4,
  salesByName,
  salesByNumber,
  salesByPhone,
  salesByVoucher,
  shownPerProbe,
} from './probe.repository.server.ts';
import { type SaleEntry, paymentCodeKey, saleEntryOf } from './sale-entry.server.ts';
import { saleFacts } from './sale-facts.repository.server.ts';
import { isInScope, rowOfEntry, saleRowsByNumber } from './sale-row.repository.server.ts';
import type { SaleRow } from './sale-row.types.ts';
import { pendingOrderIds } from './sale-search.repository.server.ts';
import { type SearchKeys, searchKeysOf } from './search-keys.server.ts';
import type { SearchProbe, SearchProbeKind, SearchTermContext } from './search-term.types.ts';
import { orderIdsNamed } from './truth-probe.repository.server.ts';

/** What finding needs beside the database. */
export interface FindContext {
  readonly config: EncryptionKeys;
  /** Ids of all gateways. */
  readonly gateways: readonly string[];
}

/** A sale and which meaning of the term found it. */
export interface FoundSale {
  readonly sale: SaleRow;
  readonly why: SearchProbeKind;
}

export interface FoundSales {
  /** The likeliest meaning first, within it the newest first. */
  readonly found: readonly FoundSale[];
  /** A meaning has more sales than are shown. */
  readonly hasMore: boolean;
  /** Meanings whose question took too long: their sales may be missing. */
  readonly timedOut: readonly SearchProbeKind[];
}

/** Changes that are looked at besides the index: those of some seconds, and of a minute when the worker is away. */
const mostPending = 300;
/** SQLSTATE of a statement that its time limit ended. */
const canceled = '57014';

/** What one meaning found: by the number of an indexed sale, or by the id of an order. */
interface Hits {
  readonly kind: SearchProbeKind;
  readonly numbers: readonly bigint[];
  readonly orderIds: readonly string[];
  readonly hasTimedOut: boolean;
}

/**
 * Finds sales by whatever a buyer can say (`readSearchTerm`), among those of the scope. All meanings are asked at once; each
 * shows at most 20 sales. A sale that the index does not show yet is found in the orders themselves. Reads only, also
 * from a standby.
 */
export async function findSales(
  readDb: Db,
  ctx: FindContext,
  scope: StaffScope,
  term: string,
  context: SearchTermContext,
): Promise<FoundSales> {
  const probes = readSearchTerm(term, context);
  if (probes.length === 0 || scope.kind === 'none') return { found: [], hasMore: false, timedOut: [] };
  // Before the index: what is in neither was not there when the search began.
  const pendingIds = await pendingOrderIds(readDb, mostPending);
  const hits = await Promise.all(probes.map((probe) => ask(readDb, ctx, scope, probe)));
  const named = [...new Set([...pendingIds, ...hits.flatMap(({ orderIds }) => orderIds)])];
  const [keys] = searchKeysOf(ctx.config);
  const facts = named.length === 0 ? [] : await saleFacts(readDb, { orderIds: named });
  const entries = new Map(facts.map((one) => [one.orderId, saleEntryOf(one, keys)] as const));
  const indexed = await saleRowsByNumber(readDb, scope, [...new Set(hits.flatMap(({ numbers }) => numbers))]);
  const pending = pendingIds.flatMap((id) => entries.get(id) ?? []);
  return {
    found: merge(probes, hits, { indexed, entries, pending, scope, config: ctx.config }),
    hasMore: hits.some(({ numbers }) => numbers.length >= shownPerProbe),
    timedOut: hits.filter(({ hasTimedOut }) => hasTimedOut).map(({ kind }) => kind),
  };
}

interface Readings {
  readonly indexed: ReadonlyMap<bigint, SaleRow>;
  readonly entries: ReadonlyMap<string, SaleEntry>;
  readonly pending: readonly SaleEntry[];
  readonly scope: StaffScope;
  readonly config: EncryptionKeys;
}

/** Each sale once, under the first meaning that found it. */
function merge(probes: readonly SearchProbe[], hits: readonly Hits[], readings: Readings): readonly FoundSale[] {
  const { indexed, entries, pending, scope } = readings;
  const changed = new Set(pending.map(({ facts }) => facts.number));
  const found = new Map<bigint, FoundSale>();
  for (const [at, probe] of probes.entries()) {
    const { numbers, orderIds } = hits[at] ?? { numbers: [], orderIds: [] };
    const truth = [
      ...pending.filter((entry) => matchesProbe(entry, probe, readings.config)),
      ...orderIds.flatMap((id) => entries.get(id) ?? []),
    ].filter(({ facts }) => isInScope(scope, facts));
    const rows = [
      ...truth.map(rowOfEntry),
      // An entry that is older than its order does not say what the order says.
      ...numbers.filter((number) => !changed.has(number)).flatMap((number) => indexed.get(number) ?? []),
    ];
    for (const sale of rows.toSorted((one, other) => other.beganAt.getTime() - one.beganAt.getTime()))
      if (!found.has(sale.number) && isOnDay(sale, probe)) found.set(sale.number, { sale, why: probe.kind });
  }
  return [...found.values()];
}

async function ask(db: Db, ctx: FindContext, scope: StaffScope, probe: SearchProbe): Promise<Hits> {
  const none = { kind: probe.kind, numbers: [], orderIds: [], hasTimedOut: false };
  try {
    return { ...none, ...(await answer(db, ctx, scope, probe)) };
  } catch (error) {
    if (sqlState(error) !== canceled) throw error;
    return { ...none, hasTimedOut: true };
  }
}

async function answer(
  db: Db,
  ctx: FindContext,
  scope: StaffScope,
  probe: SearchProbe,
): Promise<{ readonly numbers: readonly bigint[] } | { readonly orderIds: readonly string[] }> {
  const keys = searchKeysOf(ctx.config);
  const keysOf = (kind: Parameters<SearchKeys['of']>[0], value: string): readonly bigint[] =>
    keys.map((by) => by.of(kind, value));
  switch (probe.kind) {
    case 'name': {
      const { words } = probe;
      return {
        numbers: await salesByName(
          db,
          scope,
          keys.map((by) => words.map((word) => by.ofWord(word))),
        ),
      };
    }
    case 'amount':
      return { numbers: await salesByAmount(db, scope, probe.amount, spanOf(probe)) };
    case 'email':
    case 'phone-end':
      return { numbers: await salesByKey(db, scope, probe.kind, keysOf(probe.kind, probe.value)) };
    case 'phone': {
      const end = phoneEndOf(probe.value) ?? '';
      const both = keys.map((by) => ({ end: by.of('phone-end', end), whole: by.of('phone', probe.value) }));
      return { numbers: await salesByPhone(db, scope, both) };
    }
    case 'document':
      return { numbers: await salesByDocument(db, scope, keysOf('document', probe.value)) };
    case 'last4':
      return { numbers: await salesByLast4(db, scope, probe.value, keysOf('last4', probe.value)) };
    case 'voucher':
      return { numbers: await salesByVoucher(db, scope, probe.value) };
    case 'payment-code':
      return { numbers: await salesByNumber(db, scope, keysOf('payment-code', paymentCodeKey(probe.value))) };
    case 'barcode':
    case 'our-number':
    case 'cash-code':
    case 'fiscal-note':
      return { numbers: await salesByNumber(db, scope, keysOf(probe.kind, probe.value)) };
    default:
      return { orderIds: await orderIdsNamed(db, probe.kind, probe.value, ctx.gateways) };
  }
}

type AmountProbe = Extract<SearchProbe, { readonly kind: 'amount' }>;

/** Every instant that is that day in one of the markets, from Maputo's midnight to Lima's. */
function spanOf({ day }: AmountProbe): { readonly from: Date; readonly until: Date } | null {
  if (day === null) return null;
  return { from: startOfLocalDate(day, 'Africa/Maputo'), until: startOfLocalDate(addDays(day, 1), 'America/Lima') };
}

/** Whether a sale began or was paid on the probe's day in its own market. */
function isOnDay(sale: SaleRow, probe: SearchProbe): boolean {
  if (probe.kind !== 'amount' || probe.day === null) return true;
  return [sale.beganAt, sale.paidAt].some((at) => at !== null && marketDate(at, sale.market) === probe.day);
}
