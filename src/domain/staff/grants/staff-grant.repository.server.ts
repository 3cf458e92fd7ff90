import { type Selectable, sql } from 'kysely';
import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';
import { isScope, type Role, roleNames } from '../permissions/index.ts';
import type { StaffGrant } from './staff-grant.types.ts';

const isRole = (text: string): text is Role => roleNames.some((role) => role === text);

/** A grant of a role or a scope that this release does not know any more gives nothing, and is left out. */
function toGrants(rows: readonly Selectable<Database['staff_grants']>[]): StaffGrant[] {
  return rows.flatMap((row) => {
    const { id, role, scope, until, source } = row;
    if (!isRole(role) || !isScope(scope)) return [];
    const { account_id: accountId, granted_by: grantedBy, approved_by: approvedBy } = row;
    const { granted_at: grantedAt, ended_at: endedAt } = row;
    return [{ id, accountId, role, scope, until, source, grantedBy, approvedBy, grantedAt, endedAt }];
  });
}

function openGrants(db: Db, now: Date) {
  return db
    .selectFrom('staff_grants')
    .selectAll()
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', now)]));
}

/** The grants of an account that are in force. */
export async function grantsOfAccount(db: Db, accountId: string, now: Date): Promise<readonly StaffGrant[]> {
  return toGrants(await openGrants(db, now).where('account_id', '=', accountId).orderBy('granted_at').execute());
}

/** The grants in force of all people who have not left. */
export async function grantsInForce(db: Db, now: Date): Promise<readonly StaffGrant[]> {
  const rows = await openGrants(db, now)
    .where('account_id', 'in', (eb) => eb.selectFrom('staff_accounts').select('id').where('left_at', 'is', null))
    .orderBy('account_id')
    .orderBy('granted_at')
    .execute();
  return toGrants(rows);
}

/** A grant by its id, ended or not. */
export async function grantById(db: Db, id: string): Promise<StaffGrant | null> {
  const row = await db.selectFrom('staff_grants').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? (toGrants([row])[0] ?? null) : null;
}

/** Adds a grant and returns its id; null when the account has the same role, scope and source already. */
export async function insertGrant(trx: Db, grant: Omit<StaffGrant, 'id' | 'endedAt'>): Promise<string | null> {
  const { role, scope, until, source } = grant;
  const row = await trx
    .insertInto('staff_grants')
    .values({
      ...{ id: newId('sgr'), account_id: grant.accountId, role, scope, until, source },
      ...{ granted_by: grant.grantedBy, approved_by: grant.approvedBy, granted_at: grant.grantedAt },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Ends grants whose time is over, so that the same one may be given again. */
export async function closeExpiredGrants(trx: Db, accountId: string, now: Date): Promise<void> {
  await trx
    .updateTable('staff_grants')
    .set({ ended_at: sql<Date>`until` })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('until', '<=', now)
    .execute();
}

/** Ends a grant; false when it had ended. `by`: account id; null: the directory. The caller holds the account's lock. */
export async function markGrantEnded(trx: Db, id: string, by: string | null, now: Date): Promise<boolean> {
  const done = await trx
    .updateTable('staff_grants')
    .set({ ended_at: now, ended_by: by })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Ends all grants of an account. */
export async function markGrantsEnded(trx: Db, accountId: string, by: string, now: Date): Promise<void> {
  await trx
    .updateTable('staff_grants')
    .set({ ended_at: now, ended_by: by })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute();
}
