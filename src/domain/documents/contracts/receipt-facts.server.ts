import { pipelinedReads } from '#src/kernel/db/pipeline.server.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { DocumentsContext } from '../context.server.ts';
import { noteOfOrder, type FiscalNote } from '../fiscal-notes/index.server.ts';
import { type Lead, leadById } from '../../checkout/leads/index.server.ts';
import { transfersOfOrder } from '../../payments/ledger/index.server.ts';
import { type Order, orderLines, orderView } from '../../orders/index.server.ts';
import { quoteById } from '../../checkout/quotes/index.server.ts';
import { disputesOfOrder, refundsOfOrder } from '../../payments/index.server.ts';
import { type ChosenLocation, locationsOfOrder } from '../../checkout/test-locations/index.server.ts';

/** What was paid by one tender, in minor units. */
export interface ReceiptTender {
  readonly rail: string;
  readonly kept: JsonObject;
  readonly installments: number;
  /** Price and interest, without surplus. */
  readonly amount: bigint;
  /** The part of it that is interest of installments. */
  readonly interest: bigint;
  readonly at: Date;
}

/** Money of the sale that was refunded or disputed. */
export interface ReceiptRefundOrDispute {
  readonly kind: 'refund' | 'dispute';
  readonly rail: string;
  readonly kept: JsonObject;
  readonly amount: bigint;
  readonly at: Date;
}

/** The content of a receipt. */
export interface ReceiptFacts {
  readonly order: Order;
  readonly lead: Lead;
  readonly lines: readonly { readonly title: string; readonly amount: bigint }[];
  readonly voucher: string | null;
  readonly discount: bigint;
  readonly tenders: readonly ReceiptTender[];
  readonly refundsAndDisputes: readonly ReceiptRefundOrDispute[];
  readonly locations: readonly ChosenLocation[];
  readonly note: FiscalNote | null;
}

/** Reads the content of an order's receipt; null for an unknown order or one that was not paid. */
export async function receiptFacts(ctx: DocumentsContext, orderId: string): Promise<ReceiptFacts | null> {
  const view = await orderView(ctx, orderId);
  if (!view || view.order.paidAt === null) return null;
  const { order, attempts } = view;
  const [lead, transfers, lines, quote, refunds, disputes, locations, note] = await pipelinedReads(ctx.db, (db) =>
    Promise.all([
      leadById(db, order.leadId),
      transfersOfOrder(db, orderId),
      orderLines(db, orderId),
      quoteById(db, order.sessionId, order.quoteId),
      refundsOfOrder(db, orderId),
      disputesOfOrder(db, orderId),
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
    const captured = transfers.filter(
      ({ attemptId, kind }) => attemptId === id && (kind === 'capture-principal' || kind === 'capture-interest'),
    );
    const [first] = captured;
    if (!first) return [];
    const interest = sum(captured.filter(({ kind }) => kind === 'capture-interest'));
    const { rail, kept } = attempt;
    return [{ rail, kept, installments, amount: sum(captured), interest, at: first.occurredAt }];
  });
  const back = (kind: 'refund' | 'dispute', rows: typeof refunds): ReceiptRefundOrDispute[] =>
    rows.map(({ attemptId, amount, occurredAt: at }) => ({ kind, ...instrument(attemptId), amount, at }));
  return {
    order,
    lead,
    lines,
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
