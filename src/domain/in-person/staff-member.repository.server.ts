import type { Selectable } from 'kysely';
import type { Db } from '../base-context.server.ts';
import type { Database } from '../database/index.server.ts';
import type { StaffMember } from './in-person-payment.types.ts';

function toStaffMember(row: Selectable<Database['staff_members']>): StaffMember {
  const { id, brand, unit_id: unitId, person, name, revoked_at: revokedAt } = row;
  return { id, brand, unitId, person, name, isRevoked: revokedAt !== null };
}

/** The staff member of a unit by their word in the brand's data; null where none is, or they were revoked. */
export async function findStaffMember(
  db: Db,
  { brand, unitId, person }: Pick<StaffMember, 'brand' | 'unitId' | 'person'>,
): Promise<StaffMember | null> {
  const row = await db
    .selectFrom('staff_members')
    .selectAll()
    .where('brand', '=', brand)
    .where('unit_id', '=', unitId)
    .where('person', '=', person)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row ? toStaffMember(row) : null;
}

/** A staff member, revoked or not. */
export async function staffMemberById(db: Db, id: string): Promise<StaffMember | null> {
  const row = await db.selectFrom('staff_members').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toStaffMember(row) : null;
}

/** Names of staff members, by id. */
export async function namesOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('staff_members').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Writes a new staff member of a unit. */
export async function insertStaffMember(
  db: Db,
  { id, brand, unitId, person, name }: Omit<StaffMember, 'isRevoked'>,
  now: Date,
): Promise<void> {
  await db
    .insertInto('staff_members')
    .values({ id, brand, unit_id: unitId, person, name, created_at: now, revoked_at: null })
    .execute();
}

/** Changes the name of a staff member. */
export async function renameStaffMember(db: Db, id: string, name: string): Promise<void> {
  await db.updateTable('staff_members').set({ name }).where('id', '=', id).execute();
}

/** Marks a staff member as revoked. */
export async function markStaffMemberRevoked(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('staff_members').set({ revoked_at: now }).where('id', '=', id).execute();
}
