import { sql } from 'kysely';
import { deferred } from '#src/kernel/db/pipeline.server.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import type { Db } from '../../base-context.server.ts';

/**
 * Why money moved. One movement at a gateway becomes at most one transfer of each kind:
 * the part that pays the price, the part that pays for installments, what being late costs, and what was not asked for.
 * What goes back is divided likewise; `excess` is what went back although it never came.
 */
export type TransferKind =
  | 'capture-principal'
  | 'capture-interest'
  | 'capture-surplus'
  | 'capture-late-fee'
  | `dispute-won-${'principal' | 'interest' | 'late-fee' | 'excess'}`
  | `${RefundOrDispute}-${'principal' | 'interest' | 'late-fee' | 'surplus' | 'excess'}`;

/** How money goes back: by a refund, or by a dispute of the buyer's bank. */
export type RefundOrDispute = 'refund' | 'dispute';

/** One ledger line: `amount` minor units leave `credit` and arrive at `debit`, so every line balances by itself. */
export interface Transfer {
  readonly kind: TransferKind;
  readonly gateway: string;
  readonly movementId: string;
  readonly orderId: string;
  readonly attemptId: string;
  readonly debit: string;
  readonly credit: string;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly occurredAt: Date;
}

export const accounts = {
  /** Money that a gateway holds for us. */
  gateway: (gateway: string) => `gateway/${gateway}`,
  /** What was sold. */
  sales: (brand: string) => `sales/${brand}`,
  /** What buyers pay for spreading a price over installments. */
  financing: (brand: string) => `financing/${brand}`,
  /** Fines and interest of buyers who paid after the due date. */
  lateFees: (brand: string) => `late-fees/${brand}`,
  /** Money that belongs to a buyer: paid twice, late or too much. */
  surplus: (brand: string) => `buyer-surplus/${brand}`,
  /** Manual refunds, paid from the school's own account. */
  paidOut: (brand: string) => `paid-out/${brand}`,
  /** Money that went back although it never came: a loss until it is recovered. */
  losses: (brand: string) => `losses/${brand}`,
} as const;

/**
 * Adds ledger lines. The transaction fails when a line is there already: the caller has looked before, under a lock. A
 * sealed day takes no line any more, by whatever clock `now` was read: such a line begins the next day.
 */
export async function recordTransfers(db: Db, transfers: readonly Transfer[], now: Date): Promise<void> {
  if (transfers.length === 0) return;
  await deferred(
    db,
    db.insertInto('ledger_transfers').values(
      transfers.map((transfer) => ({
        kind: transfer.kind,
        gateway: transfer.gateway,
        movement_id: transfer.movementId,
        order_id: transfer.orderId,
        attempt_id: transfer.attemptId,
        debit_account: transfer.debit,
        credit_account: transfer.credit,
        amount: transfer.amount,
        currency: transfer.currency,
        occurred_at: transfer.occurredAt,
        recorded_at: sql<Date>`greatest(${now}::timestamptz, ${firstOpen})`,
      })),
    ),
  );
}

/** When the day after the last sealed one begins (UTC); null where none is sealed, which `greatest` passes over. */
const firstOpen = sql`(select (max(day) + 1)::timestamp at time zone 'UTC' from ledger_days)`;

/** Movements of a gateway that are in the ledger. */
export async function bookedMovements(
  db: Db,
  gateway: string,
  movementIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('ledger_transfers')
    .select('movement_id')
    .where('gateway', '=', gateway)
    // As one value: a list of parameters would be another statement, and another plan, for each length of it.
    .where(sql<boolean>`movement_id = any(${movementIds}::text[])`)
    .execute();
  return new Set(rows.map((row) => row.movement_id));
}

export interface RecordedTransfer {
  readonly kind: TransferKind;
  readonly gateway: string;
  readonly movementId: string;
  readonly orderId: string;
  readonly attemptId: string;
  readonly tenderId: string;
  readonly amount: bigint;
  readonly occurredAt: Date;
}

/** Every line of an order, with the tender of its attempt. Read under the order's lock, it is the truth of what came in. */
export async function transfersOfOrder(db: Db, orderId: string): Promise<RecordedTransfer[]> {
  return (await linesWithTender(db).where('ledger_transfers.order_id', '=', orderId).execute()).map(toTransfer);
}

/** The same, with the lines of these movements under any other order. */
export async function transfersOfOrderOrMovements(
  db: Db,
  orderId: string,
  gateway: string,
  movementIds: readonly string[],
): Promise<RecordedTransfer[]> {
  if (movementIds.length === 0) return transfersOfOrder(db, orderId);
  const rows = await linesWithTender(db)
    .where((eb) =>
      eb.or([
        eb('ledger_transfers.order_id', '=', orderId),
        eb.and([eb('ledger_transfers.gateway', '=', gateway), eb('ledger_transfers.movement_id', 'in', movementIds)]),
      ]),
    )
    .execute();
  return rows.map(toTransfer);
}

function linesWithTender(db: Db) {
  return db
    .selectFrom('ledger_transfers')
    .innerJoin('attempts', 'attempts.id', 'ledger_transfers.attempt_id')
    .select([
      'ledger_transfers.kind',
      'ledger_transfers.gateway',
      'ledger_transfers.movement_id',
      'ledger_transfers.order_id',
      'ledger_transfers.attempt_id',
      'ledger_transfers.amount',
      'ledger_transfers.occurred_at',
      'attempts.tender_id',
    ]);
}

type Line = Awaited<ReturnType<ReturnType<typeof linesWithTender>['execute']>>[number];

function toTransfer(row: Line): RecordedTransfer {
  return {
    kind: row.kind as TransferKind,
    gateway: row.gateway,
    movementId: row.movement_id,
    orderId: row.order_id,
    attemptId: row.attempt_id,
    tenderId: row.tender_id,
    amount: row.amount,
    occurredAt: row.occurred_at,
  };
}
