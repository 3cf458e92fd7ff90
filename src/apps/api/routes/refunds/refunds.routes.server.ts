import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { orderById } from '#src/domain/orders/index.server.ts';
import {
  requestStaffRefund,
  brandOfPendingRefund,
  confirmRefund,
  type AcceptedRefund,
  rejectRefund,
  type PendingRefund,
  pendingRefunds,
} from '#src/domain/payments/index.server.ts';
import { hasApprovingPerson } from '#src/domain/staff/index.server.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import type { Routes } from '../../api.contract.server.ts';
import { requireOperator } from '../../operator.server.ts';
import { currency, id, minorUnits, problemDocument, problems } from '../../schemas.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';

const refundName = z.string().regex(/^[\w-]{16,64}$/);
/** Prefixes of automatic refunds' ids; operators may not use them. */
const ownNames = /^(?:ref_|second-|withdrawal-)/;
const refundBody = z.strictObject({
  refundId: refundName
    .refine((name) => !ownNames.test(name), "begins like the product's own")
    .describe(
      "The caller's own id of this refund: the same id refunds once. `ref_`, `second-` and `withdrawal-` begin the product's own ids and are refused.",
    ),
  amount: minorUnits.min(1).describe('Amount refunded to the buyer, with its interest.'),
  reason: z.string().trim().min(1).max(200).describe('For the ledger, never shown to the buyer.'),
});

const refund = z.strictObject({
  refundId: z.string(),
  amount: minorUnits.describe('Amount of the refund; where it is the whole rest of the price, with late fees.'),
  state: z
    .enum(['sent', 'waiting', 'turned-down', 'expired'])
    .describe('`sent`: its parts are refunded. In any other state no money moves; `waiting` needs another operator.'),
  expiresAt: z.iso
    .datetime()
    .nullable()
    .describe('Until when another operator can approve; null where no approval is needed.'),
  parts: z.array(
    z.strictObject({
      attemptId: id.describe('The attempt that is refunded.'),
      amount: minorUnits,
      state: z.enum(['wanted', 'done', 'by-hand', 'disputed', 'canceled']),
    }),
  ),
});

const waitingRefund = z.strictObject({
  refundId: z.string(),
  orderId: id,
  amount: minorUnits.describe(
    'Amount that an approval refunds now, with late fees where it is the whole rest of the price.',
  ),
  currency,
  reason: z.string(),
  askedBy: z.string().describe('Who asked: `token:<name>` or `staff:<account id>`.'),
  askedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});

const sent = ({ refundId, parts }: AcceptedRefund): z.input<typeof refund> => ({
  ...{
    refundId,
    amount: unitsToJson(parts.reduce((sum, { amount }) => sum + amount, 0n)),
    state: 'sent',
    expiresAt: null,
  },
  parts: parts.map((part) => ({ attemptId: part.attemptId, amount: unitsToJson(part.amount), state: part.state })),
});

const notSent = ({ id: refundId, plannedAmount, state, expiresAt }: PendingRefund): z.input<typeof refund> => ({
  ...{ refundId, amount: unitsToJson(plannedAmount), expiresAt: expiresAt.toISOString(), parts: [] },
  // A confirmed refund is reported as `sent`; its parts carry the result.
  state: state === 'confirmed' ? 'sent' : state,
});

const staff = "For the school's staff: needs `Authorization: Bearer` with an operator's token.";

export const routes: Routes = (app, services) => {
  const { ctx } = services;
  const guard = requireOperator(services, 'refunds');
  const mayDecide = async (request: FastifyRequest, refundId: string): Promise<boolean> =>
    guard.mayIn(request, (await brandOfPendingRefund(ctx, refundId)) ?? undefined);

  app.post(
    '/v1/orders/:orderId/refunds',
    {
      schema: {
        summary: 'Refund an order over its tenders',
        description: `${staff} Without one configured there is nothing here. Each tender gives back in proportion to what it brought. Above what one operator may send back of an order it waits until another one agrees, for 48 hours.`,
        params: z.strictObject({ orderId: id }),
        body: refundBody,
        response: { 202: refund, 409: problemDocument, ...problems },
      },
      ...guard.route,
    },
    async (request, reply) => {
      const { amount, refundId, reason } = request.body;
      const order = await orderById(ctx.db, request.params.orderId);
      if (!order || !guard.mayIn(request, order.brand)) return sendProblem(reply, 'order-not-found');
      const by = guard.actorOf(request);
      const refundRequest = { orderId: request.params.orderId, amount: BigInt(amount), refundId, reason, by };
      const done = await requestStaffRefund(ctx, {
        ...refundRequest,
        hasApprover: guard.hasApprover(request, order.brand) || (await hasApprovingPerson(ctx, by, order.brand)),
      });
      if (!done.ok) return sendProblem(reply, done.error);
      return reply.code(202).send(done.value.kind === 'sent' ? sent(done.value.refund) : notSent(done.value.waiting));
    },
  );

  app.get(
    '/v1/refunds/waiting',
    {
      schema: {
        summary: "List refunds that wait for another operator's approval",
        description: `${staff} Oldest first, at most 200. No money has moved for them.`,
        response: { 200: z.strictObject({ refunds: z.array(waitingRefund) }), ...problems },
      },
      ...guard.route,
    },
    async (request, reply) =>
      reply.send({
        refunds: (await pendingRefunds(ctx, guard.brandsOf(request))).map((one) => ({
          ...{ refundId: one.id, orderId: one.orderId, amount: unitsToJson(one.plannedAmount), currency: one.currency },
          ...{ reason: one.reason, askedBy: one.askedBy },
          ...{ askedAt: one.askedAt.toISOString(), expiresAt: one.expiresAt.toISOString() },
        })),
      }),
  );

  app.post(
    '/v1/refunds/:refundId/confirm',
    {
      schema: {
        summary: 'Approve a refund that another operator requested',
        description: `${staff} It is sent then, once; again, it is answered with how it stands. Who asked cannot agree. When something else would go by now than \`amount\`, nothing does: \`refund-changed\`.`,
        params: z.strictObject({ refundId: refundName }),
        body: z.strictObject({
          amount: minorUnits.min(1).describe('The amount, as it was listed.'),
        }),
        response: { 202: refund, 409: problemDocument, ...problems },
      },
      ...guard.route,
    },
    async (request, reply) => {
      const { refundId } = request.params;
      if (!(await mayDecide(request, refundId))) return sendProblem(reply, 'not-found');
      const shown = BigInt(request.body.amount);
      const done = await confirmRefund(ctx, refundId, guard.actorOf(request), shown);
      if (done.ok) return reply.code(202).send(sent(done.value));
      return sendProblem(reply, done.error === 'refund-not-found' ? 'not-found' : done.error);
    },
  );

  app.post(
    '/v1/refunds/:refundId/turn-down',
    {
      schema: {
        summary: 'Reject a waiting refund',
        description: `${staff} Also for who asked. It can never be sent afterwards; the same again changes nothing.`,
        params: z.strictObject({ refundId: refundName }),
        response: { 200: refund, 409: problemDocument, ...problems },
      },
      ...guard.route,
    },
    async (request, reply) => {
      const { refundId } = request.params;
      if (!(await mayDecide(request, refundId))) return sendProblem(reply, 'not-found');
      const done = await rejectRefund(ctx, refundId, guard.actorOf(request));
      if (done.ok) return reply.send(notSent(done.value));
      return sendProblem(reply, done.error === 'refund-not-found' ? 'not-found' : done.error);
    },
  );
};
