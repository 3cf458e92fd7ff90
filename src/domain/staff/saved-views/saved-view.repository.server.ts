import { type Insertable, sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';
import { type Role, roleNames } from '../permissions/index.ts';
import type { SavedView, ViewAudience, ViewContent, ViewList } from './saved-view.types.ts';

/** Who reads: their own views, those of the team, and those of the roles that they have. */
export interface ViewReader {
  readonly accountId: string;
  readonly roles: readonly Role[];
}

function selectViews(db: Db, { accountId, roles }: ViewReader) {
  const audiences = ['team', ...roles.map((role) => `role:${role}`)];
  return db
    .selectFrom('saved_views as v')
    .innerJoin('staff_accounts as a', 'a.id', 'v.owner_id')
    .select(['v.id', 'v.list', 'v.name', 'v.owner_id', 'v.shared_with', 'v.filters', 'v.columns'])
    .select(['a.name as owner_name', 'a.left_at'])
    .where((eb) => eb.or([eb('v.owner_id', '=', accountId), eb('v.shared_with', 'in', audiences)]));
}

type Row = Awaited<ReturnType<ReturnType<typeof selectViews>['executeTakeFirstOrThrow']>>;

function toView(row: Row): SavedView {
  const { id, list, name, filters, columns, owner_id: ownerId, owner_name: ownerName } = row;
  const [, wanted] = /^role:(.+)$/.exec(row.shared_with ?? '') ?? [];
  const role = roleNames.find((one) => one === wanted);
  // A role that this release does not know any more is nobody's.
  const sharedWith: ViewAudience = row.shared_with === 'team' ? 'team' : role === undefined ? null : `role:${role}`;
  const hasOwnerLeft = row.left_at !== null;
  return { id, list, name, filters, columns, sharedWith, ownerId, ownerName, hasOwnerLeft };
}

/** The views of a list that a person sees: their own first, each by name. */
export async function viewsOfList(db: Db, reader: ViewReader, list: ViewList): Promise<readonly SavedView[]> {
  const rows = await selectViews(db, reader)
    .where('v.list', '=', list)
    .orderBy((eb) => eb('v.owner_id', '<>', reader.accountId))
    .orderBy(sql`lower(v.name)`)
    .limit(500)
    .execute();
  return rows.map(toView);
}

/** A view that a person sees; null: there is none. */
export async function viewById(db: Db, reader: ViewReader, id: string): Promise<SavedView | null> {
  const row = await selectViews(db, reader).where('v.id', '=', id).executeTakeFirst();
  return row ? toView(row) : null;
}

/** How many views a person has of a list. */
export async function countViews(db: Db, accountId: string, list: ViewList): Promise<number> {
  const row = await db
    .selectFrom('saved_views')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('owner_id', '=', accountId)
    .where('list', '=', list)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Inserts a view; false: its owner has one of that name for the list. */
export async function insertView(db: Db, row: Insertable<Database['saved_views']>): Promise<boolean> {
  const done = await db
    .insertInto('saved_views')
    .values(row)
    .onConflict((conflict) => conflict.expression(sql`owner_id, list, lower(name)`).doNothing())
    .executeTakeFirst();
  return done.numInsertedOrUpdatedRows === 1n;
}

/** Whether another view of the same owner and list has that name. */
export async function isNameTaken(db: Db, view: SavedView, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('saved_views')
    .select('id')
    .where('owner_id', '=', view.ownerId)
    .where('list', '=', view.list)
    .where((eb) => eb(eb.fn<string>('lower', ['name']), '=', eb.fn<string>('lower', [eb.val(name)])))
    .where('id', '<>', view.id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes all of a person's own view. */
export async function updateView(
  db: Db,
  { id, ownerId }: Pick<SavedView, 'id' | 'ownerId'>,
  { name, sharedWith, filters, columns }: ViewContent,
  now: Date,
): Promise<void> {
  await db
    .updateTable('saved_views')
    .set({
      ...{ name, shared_with: sharedWith, filters: JSON.stringify(filters), columns: [...columns], updated_at: now },
    })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .execute();
}

/** Deletes a view that is a person's own, or is shared with them by somebody who has left. False: there was none. */
export async function deleteViewOf(db: Db, reader: ViewReader, id: string): Promise<boolean> {
  const done = await db
    .deleteFrom('saved_views')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom(
          selectViews(db, reader)
            .where((inner) =>
              inner.or([inner('v.owner_id', '=', reader.accountId), inner('a.left_at', 'is not', null)]),
            )
            .as('seen'),
        )
        .select('seen.id'),
    )
    .where('id', '=', id)
    .executeTakeFirst();
  return done.numDeletedRows > 0n;
}
