import { type Selectable, sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';
import type { StaffScope } from '../permissions/index.ts';
import type { ApprovalKind, ApprovalRequest } from './approval-request.types.ts';

/** Maps a row. A request expires by its time alone, without a job. */
function toRequest(row: Selectable<Database['approval_requests']>, now: Date): ApprovalRequest {
  const { id, kind, brand, payload, shown, reason } = row;
  const { asked_by: askedBy, asked_at: askedAt, expires_at: expiresAt } = row;
  const { decided_by: decidedBy, decided_at: decidedAt, used_at: usedAt } = row;
  const isExpired = row.state === 'waiting' && expiresAt <= now;
  const what = { id, kind, brand, payload, shown, reason };
  return {
    ...what,
    state: isExpired ? 'expired' : row.state,
    askedBy,
    askedAt,
    expiresAt,
    decidedBy,
    decidedAt,
    usedAt,
  };
}

/** Inserts a request that waits. */
export async function insertRequest(
  trx: Db,
  one: Omit<ApprovalRequest, 'state' | 'decidedBy' | 'decidedAt' | 'usedAt'>,
): Promise<void> {
  const { id, kind, brand, payload, shown, reason } = one;
  await trx
    .insertInto('approval_requests')
    .values({
      ...{ id, kind, brand, reason, payload: JSON.stringify(payload), shown: JSON.stringify(shown), state: 'waiting' },
      ...{ asked_by: one.askedBy, asked_at: one.askedAt, expires_at: one.expiresAt },
    })
    .execute();
}

/** A request, in whatever state. */
export async function requestById(db: Db, id: string, now: Date): Promise<ApprovalRequest | null> {
  const row = await db.selectFrom('approval_requests').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toRequest(row, now) : null;
}

/** A request whose row is locked, so that decisions about it are made one after the other. */
export async function lockRequest(trx: Db, id: string, now: Date): Promise<ApprovalRequest | null> {
  const row = await trx.selectFrom('approval_requests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row ? toRequest(row, now) : null;
}

/** Writes the decision on a request. The caller holds its lock. */
export async function writeRequestDecision(
  trx: Db,
  id: string,
  { state, by, at }: { readonly state: 'approved' | 'rejected' | 'taken-back'; readonly by: string; readonly at: Date },
): Promise<void> {
  await trx
    .updateTable('approval_requests')
    .set({ state, decided_by: by, decided_at: at })
    .where('id', '=', id)
    .execute();
}

/** Writes that an approved request was used. The caller holds its lock. */
export async function markRequestUsed(trx: Db, id: string, now: Date): Promise<void> {
  await trx.updateTable('approval_requests').set({ used_at: now }).where('id', '=', id).execute();
}

/** What a person asked for of one kind since an instant, newest first. */
export async function ownRequests(
  db: Db,
  { accountId, kind, since }: { readonly accountId: string; readonly kind: ApprovalKind; readonly since: Date },
  now: Date,
): Promise<readonly ApprovalRequest[]> {
  const rows = await db
    .selectFrom('approval_requests')
    .selectAll()
    .where('asked_by', '=', accountId)
    .where('kind', '=', kind)
    .where('asked_at', '>', since)
    .orderBy('asked_at', 'desc')
    .limit(most)
    .execute();
  return rows.map((row) => toRequest(row, now));
}

/** In place of what an erasure took away. */
const erased = '•••';

/**
 * Empties what the requests to erase these buyers' accounts say of them: the proof of who asked, and the masked address.
 * Returns the requests' ids.
 */
export async function eraseErasureRequests(trx: Db, accountIds: readonly string[]): Promise<readonly string[]> {
  const rows = await trx
    .updateTable('approval_requests')
    .set({ reason: erased, shown: sql`shown - 'email'` })
    // As it is, so that the index of erasures serves.
    .where('kind', '=', sql.lit('erasure'))
    .where(sql<boolean>`payload ->> 'accountId' = any(${[...accountIds]}::text[])`)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** What a person may see of each kind; a request of their own they always see. */
export interface RequestFilter {
  readonly accountId: string;
  readonly scopes: Readonly<Record<ApprovalKind, StaffScope>>;
}

const most = 200;

/** Requests that a person may decide or has made themselves, those that wait before the others, newest decisions first. */
export async function requestsFor(
  db: Db,
  { accountId, scopes }: RequestFilter,
  { now, decidedSince }: { readonly now: Date; readonly decidedSince: Date },
): Promise<readonly ApprovalRequest[]> {
  const kinds: readonly ApprovalKind[] = ['export', 'erasure', 'grant'];
  const rows = await db
    .selectFrom('approval_requests')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('asked_by', '=', accountId),
        ...kinds.flatMap((kind) => {
          const scope = scopes[kind];
          if (scope.kind === 'all') return [eb('kind', '=', kind)];
          if (scope.kind === 'none' || scope.brands.length === 0) return [];
          return [eb.and([eb('kind', '=', kind), eb('brand', 'in', scope.brands)])];
        }),
      ]),
    )
    .where((eb) =>
      eb.or([eb.and([eb('state', '=', 'waiting'), eb('expires_at', '>', now)]), eb('asked_at', '>', decidedSince)]),
    )
    .orderBy(sql`(state = 'waiting' and expires_at > ${now}) desc`)
    .orderBy(sql`case when state = 'waiting' then expires_at end`)
    .orderBy('decided_at', (order) => order.desc().nullsLast())
    .limit(most)
    .execute();
  return rows.map((row) => toRequest(row, now));
}
