import { newId } from '#src/kernel/ids/ids.server.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { BaseContext, Db } from '../../base-context.server.ts';
import type { StaffActor } from '../permissions/index.ts';
import {
  countViews,
  deleteViewOf,
  insertView,
  isNameTaken,
  updateView,
  viewById,
  type ViewReader,
  viewsOfList,
} from './saved-view.repository.server.ts';
import { mostViews, type SavedView, type ViewContent, type ViewList } from './saved-view.types.ts';

/**
 * - `view-not-found`: it does not exist, or is not the person's to change.
 * - `view-name-taken`: the person has a view of that name for the list.
 * - `too-many-views`: the person has 50 for the list.
 */
export type ViewFailure = 'view-not-found' | 'view-name-taken' | 'too-many-views';

type ViewContext = Pick<BaseContext, 'db' | 'clock'>;

function readerOf({ accountId, grants }: StaffActor): ViewReader {
  return { accountId, roles: [...new Set(grants.map(({ role }) => role))] };
}

/** The views of a list that a person sees: their own, the team's, and those of their roles. */
export async function savedViewsFor(db: Db, actor: StaffActor, list: ViewList): Promise<readonly SavedView[]> {
  return viewsOfList(db, readerOf(actor), list);
}

/** A view that a person sees; null: there is none. */
export async function savedViewFor(db: Db, actor: StaffActor, id: string): Promise<SavedView | null> {
  return viewById(db, readerOf(actor), id);
}

/** Keeps filters and columns of a list under a name, as a person's own. */
export async function saveView(
  { db, clock }: ViewContext,
  { accountId }: StaffActor,
  list: ViewList,
  { name, sharedWith, filters, columns }: ViewContent,
): Promise<Result<string, ViewFailure>> {
  if ((await countViews(db, accountId, list)) >= mostViews) return err('too-many-views');
  const [id, now] = [newId('vie'), clock.now()];
  const isWritten = await insertView(db, {
    ...{ id, list, name, owner_id: accountId, shared_with: sharedWith, created_at: now, updated_at: now },
    ...{ filters: JSON.stringify(filters), columns: [...columns] },
  });
  return isWritten ? ok(id) : err('view-name-taken');
}

/** Writes a person's own view anew: its name, whom it is shared with, its filters and columns. */
export async function changeView(
  { db, clock }: ViewContext,
  actor: StaffActor,
  id: string,
  content: ViewContent,
): Promise<Result<null, ViewFailure>> {
  const view = await viewById(db, readerOf(actor), id);
  if (view?.ownerId !== actor.accountId) return err('view-not-found');
  if (await isNameTaken(db, view, content.name)) return err('view-name-taken');
  await updateView(db, view, content, clock.now());
  return ok(null);
}

/** Deletes a person's own view, or one that somebody who has left had shared with them. */
export async function deleteView(
  { db }: ViewContext,
  actor: StaffActor,
  id: string,
): Promise<Result<null, ViewFailure>> {
  return (await deleteViewOf(db, readerOf(actor), id)) ? ok(null) : err('view-not-found');
}
