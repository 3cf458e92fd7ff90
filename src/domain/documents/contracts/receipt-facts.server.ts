import { pipelinedReads } from '#src/kernel/db/pipeline.server.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { DocumentsContext } from '../context.server.ts';
import { noteOfOrder, type FiscalNote } from '../fiscal-notes/index.server.ts';
import { type Lead, leadById } from '../../checkout/leads/index.server.ts';
import { transfersOfOrder } from '../../payments/ledger/index.server.ts';
import { type Order, orderView } from '../../orders/index.server.ts';
import { type ChosenLocation, locationsOfOrder } from '../../checkout/test-locations/index.server.ts';

/** What one tender brought, in minor units. */
export interface ReceiptTender {
  readonly rail: string;
  readonly kept: JsonObject;
  readonly installments: number;
  /** Price and interest, no surplus. */
  readonly amount: bigint;
  /** Of that for installments. */
  readonly interest: bigint;
  readonly at: Date;
}

/** Money of the sale that went back. */
export interface ReceiptRefundOrDispute {
  readonly kind: 'refund' | 'dispute';
  readonly rail: string;
  readonly kept: JsonObject;
  readonly amount: bigint;
  readonly at: Date;
}

/** Everything that a receipt says. */
export interface ReceiptFacts {
  readonly order: Order;
  readonly lead: Lead;
  readonly lines: readonly { readonly title: string; readonly amount: bigint; readonly standardAmount: bigint }[];
  readonly voucher: string | null;
  readonly discount: bigint;
  readonly tenders: readonly ReceiptTender[];
  readonly refundsAndDisputes: readonly ReceiptRefundOrDispute[];
  readonly locations: readonly ChosenLocation[];
  readonly note: FiscalNote | null;
}

/** Reads what an order's receipt says; null for an order that does not exist or that no money came for. */
export async function receiptFacts(ctx: DocumentsContext, orderId: string): Promise<ReceiptFacts | null> {
  const view = await orderView(ctx, orderId);
  if (!view || view.order.paidAt === null) return null;
  const { order, attempts } = view;
  const [lead, transfers, lines, quote, refunds, disputes, locations, note] = await pipelinedReads(ctx.db, (db) =>
    Promise.all([
      leadById(db, order.leadId),
      transfersOfOrder(db, orderId),
      db
        .selectFrom('order_lines')
        .select(['title', 'amount', 'standard_amount'])
        .where('order_id', '=', orderId)
        .orderBy('position')
        .execute(),
      db.selectFrom('quotes').select(['voucher', 'discount']).where('id', '=', order.quoteId).executeTakeFirst(),
      db
        .selectFrom('refunds')
        .select(['attempt_id', 'amount', 'occurred_at'])
        .where('order_id', '=', orderId)
        .execute(),
      db
        .selectFrom('disputes')
        .select(['attempt_id', 'amount', 'occurred_at'])
        .where('order_id', '=', orderId)
        .execute(),
      locationsOfOrder(db, orderId),
      noteOfOrder(db, orderId),
    ]),
  );
  if (!lead) throw new Error(`Order ${orderId} has no lead`);
  const instrument = (attemptId: string): { readonly rail: string; readonly kept: JsonObject } => {
    const attempt = attempts.find(({ id }) => id === attemptId);
    return { rail: attempt?.rail ?? '', kept: attempt?.kept ?? {} };
  };
  const tenders = attempts.toReversed().flatMap(({ id, installments, ...attempt }) => {
    const brought = transfers.filter(
      ({ attemptId, kind }) => attemptId === id && (kind === 'capture-principal' || kind === 'capture-interest'),
    );
    const [first] = brought;
    if (!first) return [];
    const interest = sum(brought.filter(({ kind }) => kind === 'capture-interest'));
    const { rail, kept } = attempt;
    return [{ rail, kept, installments, amount: sum(brought), interest, at: first.occurredAt }];
  });
  const back = (kind: 'refund' | 'dispute', rows: typeof refunds): ReceiptRefundOrDispute[] =>
    rows.map((row) => ({ kind, ...instrument(row.attempt_id), amount: row.amount, at: row.occurred_at }));
  return {
    order,
    lead,
    lines: lines.map(({ title, amount, standard_amount: standardAmount }) => ({ title, amount, standardAmount })),
    voucher: quote?.voucher ?? null,
    discount: quote?.discount ?? 0n,
    tenders,
    refundsAndDisputes: [...back('refund', refunds), ...back('dispute', disputes)].sort(
      (a, b) => Number(a.at) - Number(b.at),
    ),
    locations,
    note,
  };
}

function sum(rows: readonly { readonly amount: bigint }[]): bigint {
  return rows.reduce((total, { amount }) => total + amount, 0n);
}
