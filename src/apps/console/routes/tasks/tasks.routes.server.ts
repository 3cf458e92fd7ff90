import { z } from 'zod';
import { requestNoteAgain } from '#src/domain/documents/fiscal-notes/index.server.ts';
import {
  assignTask,
  endTask,
  openTask,
  openTaskCounts,
  openTasks,
  reopenEndedEndpoint,
  taskKinds,
  taskRules,
} from '#src/domain/sales/tasks/index.server.ts';
import { approversOf } from '#src/domain/staff/index.server.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';
import { cpfOrCnpjKind } from '#src/kernel/validation/tax-ids/cpf-or-cnpj.rule.ts';
import type { Routes } from '../../console.contract.server.ts';
import { audited } from '../../routing/audited.server.ts';
import { payoutDetail } from '../payouts/payout-detail.server.ts';
import { mayWork, taskItems, viewsOf } from './task-views.server.ts';
import type { TaskDetail, TaskList } from './tasks.types.ts';

const pageSize = 50;
const kind = z.enum(taskKinds);
/** An endpoint's id has a slash, so a task is named by query and body, not by its address. */
const taskKey = z.strictObject({ kind, id: z.string().min(1).max(128) });
const cursor = z
  .string()
  .regex(/^\d{4}-[\dT:.Z-]+~.+$/)
  .max(200);

const reference = z
  .string()
  .trim()
  .regex(/^[\w.-]{6,64}$/);

/** The queue of everything that only a person can end. Each kind needs its own permission, which the routes check. */
export const routes: Routes = (app, services) => {
  const { ctx, readDb } = services;
  const reads = { ...ctx, db: readDb };
  // Whoever works on any kind sees sales; the kinds that are listed depend on each kind's own permission.
  const config = { needs: 'sale.view', about: 'list' } as const;
  const change = { ...config, changes: 'tasks' } as const;

  app.get(
    '/tasks',
    {
      config,
      schema: {
        querystring: z.strictObject({
          kind: kind.optional(),
          owner: z.enum(['me', 'nobody']).optional(),
          brand: z.string().max(64).optional(),
          after: cursor.optional(),
        }),
      },
    },
    async ({ query, staff }) => {
      const views = viewsOf(staff);
      const [at = '', id = ''] = query.after?.split('~') ?? [];
      const found = await openTasks(reads, {
        ...{ views, limit: pageSize + 1 },
        ...(query.kind === undefined ? {} : { kind: query.kind }),
        ...(query.brand === undefined ? {} : { brand: query.brand }),
        ...(query.owner === undefined ? {} : { assignedTo: query.owner === 'me' ? staff.actor : null }),
        ...(query.after === undefined ? {} : { after: { openedAt: new Date(at), id } }),
      });
      const tasks = found.slice(0, pageSize);
      const last = found.length > pageSize ? tasks.at(-1) : undefined;
      const list: TaskList = {
        tasks: await taskItems(readDb, { staff, now: ctx.clock.now() }, tasks),
        after: last ? `${last.openedAt.toISOString()}~${last.id}` : null,
        counts: (await openTaskCounts(reads, views)).map(({ kind: of, count }) => ({ kind: of, count })),
      };
      return list;
    },
  );

  app.get(
    '/tasks/one',
    { config, schema: { querystring: taskKey.partial({ kind: true }) } },
    async (request, reply) => {
      const { query, staff } = request;
      const task = await openTask(reads, query);
      if (!task || !mayWork(request, task.kind, task)) return sendProblem(reply, 'not-found');
      const [item] = await taskItems(readDb, { staff, now: ctx.clock.now() }, [task]);
      if (!item) return sendProblem(reply, 'not-found');
      const { permission, end } = taskRules[task.kind];
      const detail: TaskDetail = {
        ...item,
        people: await approversOf(ctx, readDb, permission, { brand: task.brand }),
        payout: end === 'payout' ? await payoutDetail(services, request, task) : null,
      };
      return detail;
    },
  );

  app.post(
    '/tasks/assign',
    {
      config: change,
      schema: {
        body: taskKey.extend({ accountId: z.string().max(64).optional().describe('Who calls, when absent.') }),
      },
    },
    async (request, reply) => {
      const { kind: of, id, accountId = request.staff.accountId } = request.body;
      const task = await openTask(reads, { kind: of, id });
      if (!task || !mayWork(request, of, task)) return sendProblem(reply, 'not-found');
      const people = await approversOf(ctx, readDb, taskRules[of].permission, { brand: task.brand });
      const isOwn = accountId === request.staff.accountId;
      if (!isOwn && people.every((one) => one.accountId !== accountId)) return sendProblem(reply, 'operator-unknown');
      const act = { action: 'task.assign' as const, subject: { kind: 'task', id }, brand: task.brand };
      const detail = { kind: of, to: accountId };
      const done = await audited(services, request, { ...act, detail }, (onWritten) =>
        assignTask(ctx, { kind: of, id }, `staff:${accountId}`, onWritten),
      );
      if (done.ok) return reply.code(204).send();
      return sendProblem(reply, done.error === 'task-not-found' ? 'not-found' : done.error);
    },
  );

  app.post(
    '/tasks/end',
    {
      config: { ...change, needsFreshSignIn: true },
      schema: {
        body: taskKey.extend({ reference: reference.optional(), reason: z.string().trim().min(1).max(200).optional() }),
      },
    },
    async (request, reply) => {
      const { kind: of, id, reference: given = '', reason = '' } = request.body;
      const task = await openTask(reads, { kind: of, id });
      if (!task || !mayWork(request, of, task)) return sendProblem(reply, 'not-found');
      const { end } = taskRules[of];
      // A payout is said by its reference; everything else needs words, and what is looked into needs both.
      if ((end !== 'reason' && given === '') || (end !== 'payout' && reason === ''))
        return sendProblem(reply, 'fields-invalid');
      const act = {
        action: 'task.end' as const,
        subject: { kind: 'task', id },
        brand: task.brand,
        reason: reason || null,
      };
      const detail = { kind: of, orderId: task.orderId, reference: given || null };
      const done = await audited(services, request, { ...act, detail }, (onWritten) =>
        endTask(ctx, { kind: of, id }, { by: request.staff.actor, reference: given, reason }, onWritten),
      );
      if (done.ok) return reply.code(204).send();
      const isGone = done.error === 'task-not-found' || done.error === 'part-not-found';
      return sendProblem(reply, isGone ? 'not-found' : done.error);
    },
  );

  app.post(
    '/tasks/reopen-endpoint',
    { config: change, schema: { body: z.strictObject({ id: z.string().max(128) }) } },
    async (request, reply) => {
      const { id } = request.body;
      const task = await openTask(reads, { kind: 'webhook-endpoint-ended', id });
      if (!task || !mayWork(request, task.kind, task)) return sendProblem(reply, 'not-found');
      const act = { action: 'webhook.open' as const, subject: { kind: 'webhook-endpoint', id }, brand: task.brand };
      const done = await audited(services, request, act, (onWritten) => reopenEndedEndpoint(ctx, id, onWritten));
      return done.ok ? reply.code(204).send() : sendProblem(reply, 'task-ended');
    },
  );

  app.post(
    '/tasks/request-note',
    {
      config: change,
      schema: {
        body: z.strictObject({
          id: z.string().max(64),
          document: z
            .string()
            .max(18)
            .optional()
            .describe('CPF or CNPJ that the buyer gave since; for this note alone.'),
        }),
      },
    },
    async (request, reply) => {
      const { id, document: typed } = request.body;
      const task = await openTask(reads, { kind: 'fiscal-note-refused', id });
      if (!task || !mayWork(request, task.kind, task)) return sendProblem(reply, 'not-found');
      const type = typed === undefined ? null : cpfOrCnpjKind(typed);
      if (typed !== undefined && type === null) return sendProblem(reply, 'fields-invalid');
      const document =
        typed === undefined || type === null ? null : { type, number: typed.replaceAll(/[^0-9a-z]/gi, '') };
      const act = {
        action: 'fiscal-note.request' as const,
        subject: { kind: 'order', id: task.orderId ?? '' },
        brand: task.brand,
      };
      const detail = { noteId: id, hasNewDocument: document !== null };
      const done = await audited(services, request, { ...act, detail }, (onWritten) =>
        requestNoteAgain(ctx, { noteId: id, document }, onWritten),
      );
      if (done.ok) return reply.code(204).send();
      const code = done.error === 'document-invalid' ? 'fields-invalid' : done.error;
      return sendProblem(reply, code === 'note-not-refused' ? 'task-ended' : code);
    },
  );
};
