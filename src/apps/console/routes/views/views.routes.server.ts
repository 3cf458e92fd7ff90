import { z } from 'zod';
import {
  changeView,
  deleteView,
  savedViewFor,
  savedViewsFor,
  saveView,
  type ViewFailure,
} from '#src/domain/staff/index.server.ts';
import { filtersOfView, roleNames, type SavedView, type StaffActor, viewLists } from '#src/domain/staff/index.ts';
import type { ProblemCode } from '#src/kernel/http/problems/problem-codes.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';
import type { Routes } from '../../console.contract.server.ts';
import type { MadeView, SavedViewItem, SavedViewList } from './views.types.ts';

/** A filter names no buyer: nothing with an e-mail's sign, and no digits in the length of a document or a phone. */
const isOfNobody = (text: string): boolean => !text.includes('@') && !/\d{10}/.test(text.replaceAll(/[.\s()/-]/g, ''));
const value = z.string().min(1).max(100).refine(isOfNobody);
const word = z.string().regex(/^[a-z][a-zA-Z-]{0,30}$/);

const list = z.enum(viewLists);
const content = z.strictObject({
  list,
  name: z.string().trim().min(1).max(60),
  sharedWith: z.union([z.literal('team'), z.templateLiteral(['role:', z.enum(roleNames)])]).nullable(),
  filters: z.record(word, z.array(value).min(1).max(50)),
  columns: z.array(word).max(30),
});
const body = content.refine(({ list: of, filters }) =>
  Object.keys(filters).every((name) => filtersOfView[of].includes(name)),
);
const params = z.strictObject({ id: z.string().max(64) });

const problemOf: Readonly<Record<ViewFailure, ProblemCode>> = {
  'view-not-found': 'not-found',
  'view-name-taken': 'view-name-taken',
  'too-many-views': 'too-many-views',
};

/**
 * Saved views: filters and columns of a list. They belong to no brand and narrow what their reader sees anyway, so that everybody
 * who is signed in has their own. Nothing of them is in the audit log: they hold no personal data.
 */
export const routes: Routes = (app, { ctx, readDb }) => {
  const config = { needs: 'signed-in' } as const;

  app.get(
    '/views',
    { config, schema: { querystring: z.strictObject({ list }) } },
    async ({ staff, query }): Promise<SavedViewList> => ({
      views: (await savedViewsFor(readDb, staff, query.list)).map((view) => toItem(view, staff)),
    }),
  );

  app.get('/views/:id', { config, schema: { params } }, async ({ staff, params: { id } }, reply) => {
    const view = await savedViewFor(readDb, staff, id);
    return view ? toItem(view, staff) : sendProblem(reply, 'not-found');
  });

  app.post('/views', { config, schema: { body } }, async ({ staff, body: { list: of, ...given } }, reply) => {
    const done = await saveView(ctx, staff, of, given);
    return done.ok ? ({ id: done.value } satisfies MadeView) : sendProblem(reply, problemOf[done.error]);
  });

  app.put(
    '/views/:id',
    { config, schema: { params, body } },
    async ({ staff, params: { id }, body: { list: of, ...given } }, reply) => {
      // The filters are those of its list, which does not change.
      const view = await savedViewFor(ctx.db, staff, id);
      if (view?.list !== of) return sendProblem(reply, 'not-found');
      const done = await changeView(ctx, staff, id, given);
      return done.ok ? {} : sendProblem(reply, problemOf[done.error]);
    },
  );

  app.delete('/views/:id', { config, schema: { params } }, async ({ staff, params: { id } }, reply) => {
    const done = await deleteView(ctx, staff, id);
    return done.ok ? {} : sendProblem(reply, problemOf[done.error]);
  });
};

function toItem({ ownerId, hasOwnerLeft, ...view }: SavedView, staff: StaffActor): SavedViewItem {
  const isOwn = ownerId === staff.accountId;
  return { ...view, isOwn, mayDelete: isOwn || hasOwnerLeft };
}
