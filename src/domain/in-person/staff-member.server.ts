import type { Selectable } from 'kysely';
import { newId } from '#src/kernel/ids/ids.server.ts';
import { issueMagicLink, revokeMagicLinks } from '../customers/magic-links/index.server.ts';
import type { Db } from '../base-context.server.ts';
import type { InPersonContext } from './context.server.ts';
import type { Database } from '../database/index.server.ts';
import type { StaffMember } from './in-person-payment.types.ts';

function toStaffMember(row: Selectable<Database['staff_members']>): StaffMember {
  const { id, brand, unit_id: unitId, person, name, revoked_at: revokedAt } = row;
  return { id, brand, unitId, person, name, isRevoked: revokedAt !== null };
}

/** Who acts for which unit, as a brand's data says. */
export interface StaffMemberInput {
  readonly brand: string;
  readonly unitId: string;
  readonly person: string;
  readonly name: string;
}

async function current(db: Db, { brand, unitId, person }: Omit<StaffMemberInput, 'name'>): Promise<StaffMember | null> {
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

/** A new link for a person; links that they had before end with it. The secret is told once and kept nowhere. */
export async function addStaffMember(
  ctx: Pick<InPersonContext, 'db' | 'clock'>,
  appointment: StaffMemberInput,
): Promise<{ readonly person: StaffMember; readonly token: string }> {
  const { brand, unitId, person, name } = appointment;
  const known = await current(ctx.db, appointment);
  const id = known?.id ?? newId('per');
  if (known) {
    await ctx.db.updateTable('staff_members').set({ name }).where('id', '=', id).execute();
    await revokeMagicLinks(ctx.db, id);
  } else {
    await ctx.db
      .insertInto('staff_members')
      .values({ id, brand, unit_id: unitId, person, name, created_at: ctx.clock.now(), revoked_at: null })
      .execute();
  }
  const token = await issueMagicLink(ctx, ctx.db, id);
  return { person: { id, brand, unitId, person, name, isRevoked: false }, token };
}

/** Nobody acts by this person's links any more; what they did stays with their name. False when there is nobody. */
export async function revokeStaffMember(
  ctx: Pick<InPersonContext, 'db' | 'clock'>,
  who: Omit<StaffMemberInput, 'name'>,
): Promise<boolean> {
  const person = await current(ctx.db, who);
  if (!person) return false;
  await ctx.db.updateTable('staff_members').set({ revoked_at: ctx.clock.now() }).where('id', '=', person.id).execute();
  await revokeMagicLinks(ctx.db, person.id);
  return true;
}

export async function staffMemberById(db: Db, id: string): Promise<StaffMember | null> {
  const row = await db.selectFrom('staff_members').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toStaffMember(row) : null;
}

/** The names of people, by id; for lines of a history. */
export async function namesOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('staff_members').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
