import type { Selectable } from 'kysely';
import { newId } from '#src/kernel/ids/ids.server.ts';
import { issueCapability, revokeCapabilities } from '../capabilities/index.server.ts';
import type { Db, DomainContext } from '../context.server.ts';
import type { Database } from '../database/index.server.ts';
import type { UnitPerson } from './claim.types.ts';

function toPerson(row: Selectable<Database['unit_people']>): UnitPerson {
  const { id, brand, unit_id: unitId, person, name, revoked_at: revokedAt } = row;
  return { id, brand, unitId, person, name, isRevoked: revokedAt !== null };
}

/** Who acts for which unit, as a brand's data says. */
export interface Appointment {
  readonly brand: string;
  readonly unitId: string;
  readonly person: string;
  readonly name: string;
}

async function current(db: Db, { brand, unitId, person }: Omit<Appointment, 'name'>): Promise<UnitPerson | null> {
  const row = await db
    .selectFrom('unit_people')
    .selectAll()
    .where('brand', '=', brand)
    .where('unit_id', '=', unitId)
    .where('person', '=', person)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row ? toPerson(row) : null;
}

/** A new link for a person; links that they had before end with it. The secret is told once and kept nowhere. */
export async function appointPerson(
  ctx: Pick<DomainContext, 'db' | 'clock'>,
  appointment: Appointment,
): Promise<{ readonly person: UnitPerson; readonly token: string }> {
  const { brand, unitId, person, name } = appointment;
  const known = await current(ctx.db, appointment);
  const id = known?.id ?? newId('per');
  if (known) {
    await ctx.db.updateTable('unit_people').set({ name }).where('id', '=', id).execute();
    await revokeCapabilities(ctx.db, id);
  } else {
    await ctx.db
      .insertInto('unit_people')
      .values({ id, brand, unit_id: unitId, person, name, created_at: ctx.clock.now(), revoked_at: null })
      .execute();
  }
  const token = await issueCapability(ctx, ctx.db, id);
  return { person: { id, brand, unitId, person, name, isRevoked: false }, token };
}

/** Nobody acts by this person's links any more; what they did stays with their name. False when there is nobody. */
export async function revokePerson(
  ctx: Pick<DomainContext, 'db' | 'clock'>,
  who: Omit<Appointment, 'name'>,
): Promise<boolean> {
  const person = await current(ctx.db, who);
  if (!person) return false;
  await ctx.db.updateTable('unit_people').set({ revoked_at: ctx.clock.now() }).where('id', '=', person.id).execute();
  await revokeCapabilities(ctx.db, person.id);
  return true;
}

export async function personById(db: Db, id: string): Promise<UnitPerson | null> {
  const row = await db.selectFrom('unit_people').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toPerson(row) : null;
}

/** The names of people, by id; for lines of a history. */
export async function namesOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('unit_people').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
