import { type Selectable, sql } from 'kysely';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import type { Db } from '../context.server.ts';
import type { Database } from '../database/index.server.ts';
import {
  type Claim,
  type ClaimMovement,
  type ClaimReversal,
  type ClaimUnit,
  proofKinds,
  type ReversalReason,
  reversalReasons,
} from './claim.types.ts';

type ClaimRow = Selectable<Database['claims']>;
type MovementRow = Selectable<Database['claim_movements']>;
type ReversalRow = Selectable<Database['claim_reversals']>;

export function toMovement(row: MovementRow): ClaimMovement {
  const { id, kind, amount, proof, person_id: personId, at } = row;
  return { id, kind, amount, currency: row.currency as Currency, proof, personId, at };
}

function toUnit(unit: JsonObject): ClaimUnit {
  const text = (name: string): string => String(unit[name] ?? '');
  return { name: text('name'), address: text('address'), city: text('city'), region: text('region') };
}

function toClaim(row: ClaimRow, movements: readonly MovementRow[]): Claim {
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

export function toReversal(row: ReversalRow): ClaimReversal {
  const reason: ReversalReason | 'checkout' = reversalReasons.find((one) => one === row.reason) ?? 'checkout';
  return {
    id: row.id,
    claimId: row.claim_id,
    amount: row.amount,
    reason,
    state: row.state,
    askedBy: row.asked_by,
    askedAt: row.asked_at,
    decidedBy: row.decided_by,
  };
}

async function movementsOf(db: Db, claimIds: readonly string[]): Promise<MovementRow[]> {
  if (claimIds.length === 0) return [];
  return db.selectFrom('claim_movements').selectAll().where('claim_id', 'in', claimIds).orderBy('place').execute();
}

/** One claim by one of its names, with its movements; `lock` holds it until the transaction ends. */
export async function claimBy(
  db: Db,
  name: 'id' | 'attempt_id' | 'code',
  value: string,
  lock = false,
): Promise<Claim | null> {
  const query = db.selectFrom('claims').selectAll().where(name, '=', value);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row ? toClaim(row, await movementsOf(db, [row.id])) : null;
}

/** A unit's newest claims; with `state`, only those. */
export async function claimsOfUnit(
  db: Db,
  unit: { readonly brand: string; readonly unitId: string },
  state: Claim['state'],
  limit: number,
): Promise<readonly Claim[]> {
  const rows = await db
    .selectFrom('claims')
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
      all.filter(({ claim_id: id }) => id === row.id),
    ),
  );
}

export async function reversalsOf(db: Db, claimIds: readonly string[]): Promise<readonly ClaimReversal[]> {
  if (claimIds.length === 0) return [];
  const rows = await db
    .selectFrom('claim_reversals')
    .selectAll()
    .where('claim_id', 'in', claimIds)
    .orderBy('asked_at')
    .execute();
  return rows.map(toReversal);
}

/** What was taken for a claim, less what went back or is asked back: minor units. */
export function heldBy({ movements }: Claim, reversals: readonly ClaimReversal[]): bigint {
  const moved = movements.reduce((sum, { kind, amount }) => (kind === 'capture' ? sum + amount : sum - amount), 0n);
  return reversals.reduce((sum, { state, amount }) => (state === 'asked' ? sum - amount : sum), moved);
}

/** Takes the account out of what was written down for these orders; the paper is still known again by its keyed hash. */
export async function eraseAccounts(db: Db, orderIds: readonly string[]): Promise<void> {
  await db
    .updateTable('claim_movements')
    .set({ proof: sql<string>`proof - 'sealed'` })
    .where('claim_id', 'in', (eb) => eb.selectFrom('claims').select('id').where('order_id', 'in', orderIds))
    .where(sql<boolean>`jsonb_exists(proof, 'sealed')`)
    .execute();
}

/** One line of a claim's history. `detail` names no buyer and no whole number of an account. */
export async function noteEvent(
  db: Db,
  event: {
    readonly claimId: string;
    readonly personId: string | null;
    readonly kind: 'opened' | 'withdrawn' | 'taken' | 'reversal-asked' | 'reversal-approved' | 'reversal-refused';
    readonly detail: JsonObject;
    readonly ip: string;
    readonly at: Date;
  },
): Promise<void> {
  const { claimId, personId, kind, detail, ip, at } = event;
  await db
    .insertInto('claim_events')
    .values({ claim_id: claimId, person_id: personId, kind, detail: JSON.stringify(detail), ip, at })
    .execute();
}
