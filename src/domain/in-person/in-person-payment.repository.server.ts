import { type Selectable, sql } from 'kysely';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Db } from '../base-context.server.ts';
import type { Database } from '../database/index.server.ts';
import type { CollectionUnit, InPersonMovement, InPersonPayment } from './in-person-payment.types.ts';

type PaymentRow = Selectable<Database['in_person_payments']>;
type MovementRow = Selectable<Database['in_person_movements']>;

function toMovement(row: MovementRow): InPersonMovement {
  const { id, kind, amount, currency, proof, staff_member_id: staffMemberId, at } = row;
  return { id, kind, amount, currency, proof, staffMemberId, at };
}

function toUnit(unit: JsonObject): CollectionUnit {
  const text = (name: string): string => String(unit[name] ?? '');
  return { name: text('name'), address: text('address'), city: text('city'), region: text('region') };
}

function toInPersonPayment(row: PaymentRow, movements: readonly MovementRow[]): InPersonPayment {
  return {
    id: row.id,
    attemptId: row.attempt_id,
    orderId: row.order_id,
    brand: row.brand,
    unitId: row.unit_id,
    unit: toUnit(row.unit),
    code: row.code,
    method: row.method,
    proofKind: row.proof_kind,
    amount: row.amount,
    currency: row.currency,
    state: row.state,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    movements: movements.map(toMovement),
  };
}

async function movementsOf(db: Db, paymentIds: readonly string[]): Promise<MovementRow[]> {
  if (paymentIds.length === 0) return [];
  return db
    .selectFrom('in_person_movements')
    .selectAll()
    .where('in_person_payment_id', 'in', paymentIds)
    .orderBy('position')
    .execute();
}

/** An in-person payment with its movements, by one of its unique names; `lock` holds it until the transaction ends. */
export async function findInPersonPayment(
  db: Db,
  name: 'id' | 'attempt_id' | 'code',
  value: string,
  lock = false,
): Promise<InPersonPayment | null> {
  const query = db.selectFrom('in_person_payments').selectAll().where(name, '=', value);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row ? toInPersonPayment(row, await movementsOf(db, [row.id])) : null;
}

/** The newest in-person payments of a unit in one state. */
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
    toInPersonPayment(
      row,
      all.filter(({ in_person_payment_id: id }) => id === row.id),
    ),
  );
}

/** The order of an attempt, and its brand; null when there is no such attempt. */
export async function orderToCollect(
  db: Db,
  attemptId: string,
): Promise<{ readonly id: string; readonly brand: string } | null> {
  const row = await db
    .selectFrom('attempts')
    .innerJoin('orders', 'orders.id', 'attempts.order_id')
    .select(['orders.id', 'orders.brand'])
    .where('attempts.id', '=', attemptId)
    .executeTakeFirst();
  return row ?? null;
}

/** Writes an open in-person payment; false where its attempt has one already. */
export async function insertInPersonPayment(
  trx: Db,
  payment: Omit<InPersonPayment, 'state' | 'movements'>,
): Promise<boolean> {
  const made = await trx
    .insertInto('in_person_payments')
    .values({
      id: payment.id,
      attempt_id: payment.attemptId,
      order_id: payment.orderId,
      brand: payment.brand,
      unit_id: payment.unitId,
      unit: JSON.stringify(payment.unit),
      code: payment.code,
      method: payment.method,
      proof_kind: payment.proofKind,
      amount: payment.amount,
      currency: payment.currency,
      state: 'open',
      expires_at: payment.expiresAt,
      created_at: payment.createdAt,
    })
    .onConflict((conflict) => conflict.column('attempt_id').doNothing())
    .executeTakeFirst();
  return made.numInsertedOrUpdatedRows === 1n;
}

/** Ends an open in-person payment. The caller holds its lock. */
export async function endInPersonPayment(trx: Db, id: string, state: 'collected' | 'canceled'): Promise<void> {
  await trx.updateTable('in_person_payments').set({ state }).where('id', '=', id).execute();
}

/** Whether a movement was recorded with one of these keys of its proof. */
export async function isProofUsed(db: Db, keys: readonly string[]): Promise<boolean> {
  const row = db.selectFrom('in_person_movements').select('id').where('proof_key', 'in', keys);
  return (await row.executeTakeFirst()) !== undefined;
}

/** Records a movement of a payment; false where another movement has the same proof. The caller holds the payment's lock. */
export async function insertMovement(
  trx: Db,
  paymentId: string,
  movement: InPersonMovement & { readonly proofKey: string | null },
): Promise<boolean> {
  const { id, kind, amount, currency, proof, proofKey, staffMemberId, at } = movement;
  const written = await trx
    .insertInto('in_person_movements')
    .values({
      ...{ id, in_person_payment_id: paymentId, kind, amount, currency, at },
      ...{ proof: JSON.stringify(proof), proof_key: proofKey, staff_member_id: staffMemberId },
    })
    .onConflict((conflict) => conflict.column('proof_key').doNothing())
    .executeTakeFirst();
  return written.numInsertedOrUpdatedRows === 1n;
}

/** Movements after a position, oldest first: up to `limit`, or up to the position `last`, inclusive. */
export async function movementsAfter(
  db: Db,
  position: bigint,
  until: { readonly limit: number } | { readonly last: bigint },
): Promise<readonly { readonly position: bigint; readonly movementId: string; readonly attemptId: string }[]> {
  const movements = db
    .selectFrom('in_person_movements')
    .innerJoin('in_person_payments', 'in_person_payments.id', 'in_person_movements.in_person_payment_id')
    .select([
      'in_person_movements.position',
      'in_person_movements.id as movementId',
      'in_person_payments.attempt_id as attemptId',
    ])
    .where('in_person_movements.position', '>', position)
    .orderBy('in_person_movements.position');
  const bounded =
    'limit' in until ? movements.limit(until.limit) : movements.where('in_person_movements.position', '<=', until.last);
  return bounded.execute();
}

/** Erases the account numbers in the proofs of these orders; a proof is still recognized by its keyed hash. */
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

/** An entry in the history of an in-person payment. */
export interface InPersonEvent {
  readonly kind: 'opened' | 'canceled' | 'collected' | 'reversal-asked' | 'reversal-approved' | 'reversal-refused';
  /** Null: the checkout. */
  readonly staffMemberId: string | null;
  /** Names no buyer and no whole account number. */
  readonly detail: JsonObject;
  /** Address of the staff member, empty for the checkout. */
  readonly ip: string;
  readonly at: Date;
}

/** Records an entry in the history of an in-person payment. */
export async function recordInPersonEvent(trx: Db, paymentId: string, event: InPersonEvent): Promise<void> {
  const { kind, staffMemberId, detail, ip, at } = event;
  await trx
    .insertInto('in_person_events')
    .values({
      in_person_payment_id: paymentId,
      staff_member_id: staffMemberId,
      kind,
      detail: JSON.stringify(detail),
      ip,
      at,
    })
    .execute();
}

/** The history of an in-person payment, oldest first. */
export async function historyOf(db: Db, paymentId: string): Promise<readonly InPersonEvent[]> {
  return db
    .selectFrom('in_person_events')
    .select(['kind', 'staff_member_id as staffMemberId', 'detail', 'ip', 'at'])
    .where('in_person_payment_id', '=', paymentId)
    .orderBy('id')
    .execute();
}
