import { type Selectable, sql } from 'kysely';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import type { Db } from '../base-context.server.ts';
import type { Database } from '../database/index.server.ts';
import {
  type InPersonPayment,
  type InPersonMovement,
  type InPersonRefund,
  type CollectionUnit,
  proofKinds,
  type InPersonRefundReason,
  inPersonRefundReasons,
} from './in-person-payment.types.ts';

type ClaimRow = Selectable<Database['in_person_payments']>;
type MovementRow = Selectable<Database['in_person_movements']>;
type ReversalRow = Selectable<Database['in_person_refunds']>;

export function toMovement(row: MovementRow): InPersonMovement {
  const { id, kind, amount, proof, staff_member_id: staffMemberId, at } = row;
  return { id, kind, amount, currency: row.currency as Currency, proof, staffMemberId, at };
}

function toUnit(unit: JsonObject): CollectionUnit {
  const text = (name: string): string => String(unit[name] ?? '');
  return { name: text('name'), address: text('address'), city: text('city'), region: text('region') };
}

function toClaim(row: ClaimRow, movements: readonly MovementRow[]): InPersonPayment {
  const proofKind = proofKinds.find((kind) => kind === row.proof_kind);
  if (!proofKind) throw new Error(`Claim ${row.id} has an unknown proof`);
  return {
    id: row.id,
    attemptId: row.attempt_id,
    orderId: row.order_id,
    brand: row.brand,
    unitId: row.unit_id,
    unit: toUnit(row.unit),
    code: row.code,
    method: row.method,
    proofKind,
    amount: row.amount,
    currency: row.currency as Currency,
    state: row.state,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    movements: movements.map(toMovement),
  };
}

export function toInPersonRefund(row: ReversalRow): InPersonRefund {
  const reason: InPersonRefundReason | 'checkout' =
    inPersonRefundReasons.find((one) => one === row.reason) ?? 'checkout';
  return {
    id: row.id,
    inPersonPaymentId: row.in_person_payment_id,
    amount: row.amount,
    reason,
    state: row.state,
    askedBy: row.requested_by,
    askedAt: row.requested_at,
    decidedBy: row.decided_by,
  };
}

async function movementsOf(db: Db, claimIds: readonly string[]): Promise<MovementRow[]> {
  if (claimIds.length === 0) return [];
  return db
    .selectFrom('in_person_movements')
    .selectAll()
    .where('in_person_payment_id', 'in', claimIds)
    .orderBy('position')
    .execute();
}

/** One claim by one of its names, with its movements; `lock` holds it until the transaction ends. */
export async function findInPersonPayment(
  db: Db,
  name: 'id' | 'attempt_id' | 'code',
  value: string,
  lock = false,
): Promise<InPersonPayment | null> {
  const query = db.selectFrom('in_person_payments').selectAll().where(name, '=', value);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row ? toClaim(row, await movementsOf(db, [row.id])) : null;
}

/** A unit's newest claims; with `state`, only those. */
export async function inPersonPaymentsOfUnit(
  db: Db,
  unit: { readonly brand: string; readonly unitId: string },
  state: InPersonPayment['state'],
  limit: number,
): Promise<readonly InPersonPayment[]> {
  const rows = await db
    .selectFrom('in_person_payments')
    .selectAll()
    .where('brand', '=', unit.brand)
    .where('unit_id', '=', unit.unitId)
    .where('state', '=', state)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  const all = await movementsOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) =>
    toClaim(
      row,
      all.filter(({ in_person_payment_id: id }) => id === row.id),
    ),
  );
}

export async function inPersonRefundsOf(db: Db, claimIds: readonly string[]): Promise<readonly InPersonRefund[]> {
  if (claimIds.length === 0) return [];
  const rows = await db
    .selectFrom('in_person_refunds')
    .selectAll()
    .where('in_person_payment_id', 'in', claimIds)
    .orderBy('requested_at')
    .execute();
  return rows.map(toInPersonRefund);
}

/** What was taken for a claim, less what went back or is asked back: minor units. */
export function netCollected({ movements }: InPersonPayment, refunds: readonly InPersonRefund[]): bigint {
  const moved = movements.reduce((sum, { kind, amount }) => (kind === 'capture' ? sum + amount : sum - amount), 0n);
  return refunds.reduce((sum, { state, amount }) => (state === 'requested' ? sum - amount : sum), moved);
}

/** Takes the account out of what was written down for these orders; the paper is still known again by its keyed hash. */
export async function eraseProofAccounts(db: Db, orderIds: readonly string[]): Promise<void> {
  await db
    .updateTable('in_person_movements')
    .set({ proof: sql<string>`proof - 'sealed'` })
    .where('in_person_payment_id', 'in', (eb) =>
      eb.selectFrom('in_person_payments').select('id').where('order_id', 'in', orderIds),
    )
    .where(sql<boolean>`jsonb_exists(proof, 'sealed')`)
    .execute();
}

/** One line of a claim's history. `detail` names no buyer and no whole number of an account. */
export async function recordInPersonEvent(
  db: Db,
  event: {
    readonly inPersonPaymentId: string;
    readonly staffMemberId: string | null;
    readonly kind: 'opened' | 'canceled' | 'collected' | 'reversal-asked' | 'reversal-approved' | 'reversal-refused';
    readonly detail: JsonObject;
    readonly ip: string;
    readonly at: Date;
  },
): Promise<void> {
  const { inPersonPaymentId, staffMemberId, kind, detail, ip, at } = event;
  await db
    .insertInto('in_person_events')
    .values({
      in_person_payment_id: inPersonPaymentId,
      staff_member_id: staffMemberId,
      kind,
      detail: JSON.stringify(detail),
      ip,
      at,
    })
    .execute();
}
