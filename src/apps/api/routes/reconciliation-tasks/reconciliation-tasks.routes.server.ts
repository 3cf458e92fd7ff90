import { z } from 'zod';
import {
  assignException,
  openReconciliationExceptions,
  resolveException,
  exceptionTasks,
  exceptionStatus,
} from '#src/domain/refunds/reconciliation/index.server.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import type { Routes } from '../../api.contract.server.ts';
import { requireOperator } from '../../operator.server.ts';
import { currency, id, minorUnits, problemDocument, problems } from '../../schemas.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';

const kind = z.enum(exceptionTasks);

const task = z.strictObject({
  id,
  task: kind,
  brand: z.string(),
  orderId: id,
  orderNumber: z.string(),
  attemptId: id.describe('The payment that the task is about.'),
  amount: minorUnits,
  currency,
  createdAt: z.iso.datetime(),
  assignedTo: z.string().nullable().describe('The operator who owns it, by name.'),
  assignedAt: z.iso.datetime().nullable(),
});

const reference = z
  .string()
  .trim()
  .regex(/^[\w.-]{6,64}$/)
  .describe("The bank's own name of the payment (the end-to-end id of an instant payment), or the number of a case.");

const operatorName = z
  .string()
  .trim()
  .regex(/^[\w.@-]{1,64}$/);

export const routes: Routes = (app, services) => {
  const guard = requireOperator(services, 'tasks');

  app.get(
    '/v1/tasks',
    {
      schema: {
        summary: 'List open reconciliation tasks',
        description: "For the school's staff: needs the operator's token. Open tasks, oldest first, at most 200.",
        querystring: z.strictObject({ task: kind.optional(), brand: z.string().max(64).optional() }),
        response: { 200: z.strictObject({ tasks: z.array(task) }), ...problems },
      },
      ...guard.route,
    },
    async (request, reply) => {
      const { query } = request;
      const open = await openReconciliationExceptions(services.ctx.db, {
        brands: guard.brandsOf(request),
        ...(query.task === undefined ? {} : { task: query.task }),
        ...(query.brand === undefined ? {} : { brand: query.brand }),
      });
      const tasks = open.map((one) => ({
        ...one,
        orderNumber: String(one.orderNumber),
        amount: unitsToJson(one.amount),
        createdAt: one.createdAt.toISOString(),
        assignedAt: one.assignedAt?.toISOString() ?? null,
      }));
      return reply.header('cache-control', 'no-store').send({ tasks });
    },
  );

  app.post(
    '/v1/tasks/:taskId/assign',
    {
      schema: {
        summary: 'Assign a task to an operator',
        description: "For the school's staff: needs the operator's token. Replaces the owner before.",
        params: z.strictObject({ taskId: id }),
        body: z.strictObject({ operator: operatorName.optional().describe('Whoever calls, when absent.') }),
        response: { 200: z.strictObject({ assignedTo: z.string() }), 409: problemDocument, ...problems },
      },
      ...guard.route,
    },
    async (request, reply) => {
      const { taskId } = request.params;
      const known = await exceptionStatus(services.ctx.db, taskId);
      if (!guard.mayIn(request, known?.brand)) return sendProblem(reply, 'not-found');
      const operator = request.body.operator ?? guard.nameOf(request);
      if (!guard.mayOf(operator, known?.brand)) return sendProblem(reply, 'operator-unknown');
      const done = await assignException(services.ctx, taskId, operator);
      if (done.ok) return reply.send({ assignedTo: operator });
      return sendProblem(reply, done.error === 'task-not-found' ? 'not-found' : done.error);
    },
  );

  app.post(
    '/v1/tasks/:taskId/resolve',
    {
      schema: {
        summary: 'Resolve a task',
        description:
          "For the school's staff: needs the operator's token. A surplus or a refund is recorded as paid out by hand, a dispute as lost, every other task as done. Idempotent.",
        params: z.strictObject({ taskId: id }),
        body: z.strictObject({ reference }),
        response: { 200: z.strictObject({ orderId: id }), 409: problemDocument, ...problems },
      },
      ...guard.route,
    },
    async (request, reply) => {
      const { taskId } = request.params;
      const known = await exceptionStatus(services.ctx.db, taskId);
      if (!guard.mayIn(request, known?.brand)) return sendProblem(reply, 'not-found');
      const by = guard.actorOf(request);
      const done = await resolveException(services.ctx, taskId, { by, reference: request.body.reference });
      if (done.ok) return reply.send({ orderId: done.value.orderId });
      const isUnknown = done.error === 'task-not-found' || done.error === 'part-not-found';
      return sendProblem(reply, isUnknown ? 'not-found' : done.error);
    },
  );
};
