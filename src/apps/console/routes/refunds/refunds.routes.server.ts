import { z } from 'zod';
import { saleSubject } from '#src/domain/orders/index.server.ts';
import {
  type AcceptedRefund,
  confirmRefund,
  type PendingRefund,
  pendingRefundById,
  rejectRefund,
  requestStaffRefund,
} from '#src/domain/payments/index.server.ts';
import { previewStaffRefund } from '#src/domain/sales/refund-preview/index.server.ts';
import { accountOfActor, approversOf, type AuditAction, hasApprovingPerson } from '#src/domain/staff/index.server.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';
import type { RouteSubject, Routes } from '../../console.contract.server.ts';
import { audited } from '../../routing/audited.server.ts';
import { aboutSale } from '../../routing/sale-subject.server.ts';
import type { RefundPreviewView, RefundResult } from './refunds.types.ts';

const ofOrder = z.object({ orderId: z.string().max(64) });
const ofRefund = z.object({ refundId: z.string().max(64) });
const minorUnits = z.int().min(1);
const last4 = z.object({ last4: z.string() });

const sent = ({ refundId, parts }: AcceptedRefund): RefundResult => ({
  ...{ refundId, state: 'sent', expiresAt: null },
  amount: unitsToJson(parts.reduce((sum, { amount }) => sum + amount, 0n)),
});

const notSent = ({ id, state, plannedAmount, expiresAt }: PendingRefund): RefundResult => ({
  ...{ refundId: id, amount: unitsToJson(plannedAmount), expiresAt: expiresAt.toISOString() },
  // A confirmed refund is reported as `sent`.
  state: state === 'confirmed' ? 'sent' : state,
});

/** Refunds by staff: what one would do, its request, and its decision. Those that wait are listed with the approvals. */
export const routes: Routes = (app, services) => {
  const { ctx, readDb } = services;
  const aboutRefund: RouteSubject = async ({ params }) => {
    const refund = await pendingRefundById(readDb, ofRefund.parse(params).refundId, ctx.clock.now());
    return refund && saleSubject(readDb, refund.orderId);
  };
  const actOn = async (action: AuditAction, refundId: string) => {
    const refund = await pendingRefundById(ctx.db, refundId, ctx.clock.now());
    const subject = refund && (await saleSubject(ctx.db, refund.orderId));
    return { action, subject: { kind: 'refund', id: refundId }, brand: subject?.brand ?? null };
  };

  app.get(
    '/refunds/:orderId/preview',
    {
      config: { needs: 'refund.request', about: aboutSale(services) },
      schema: { params: ofOrder, querystring: z.object({ amount: z.coerce.number().int().min(1).optional() }) },
    },
    async ({ params, query, staff }, reply) => {
      const request = query.amount === undefined ? 'all' : BigInt(query.amount);
      const preview = await previewStaffRefund({ ...ctx, db: readDb }, params.orderId, request);
      if (!preview.ok) return sendProblem(reply, preview.error);
      const { brand, parts, needsApproval, endsSale, effects, currency, orderId } = preview.value;
      const approvers = needsApproval
        ? await approversOf(ctx, readDb, 'refund.approve', { brand }, [staff.accountId])
        : [];
      const view: RefundPreviewView = {
        ...{ orderId, currency, needsApproval, endsSale, effects, approvers: approvers.map(({ name }) => name) },
        amount: unitsToJson(preview.value.amount),
        refundable: unitsToJson(preview.value.refundable),
        withoutApproval: unitsToJson(preview.value.withoutApproval),
        parts: parts.map(({ attemptId, rail, method, kept, amount, isManual }) => ({
          ...{ attemptId, rail, method, isManual, amount: unitsToJson(amount) },
          last4: last4.safeParse(kept).data?.last4 ?? null,
        })),
      };
      return view;
    },
  );

  app.post(
    '/refunds/:orderId',
    {
      config: { needs: 'refund.request', about: aboutSale(services), needsFreshSignIn: true, changes: 'approvals' },
      schema: {
        params: ofOrder,
        body: z.strictObject({
          refundId: z.string().regex(/^st_[\w-]{16,60}$/),
          amount: minorUnits,
          shown: minorUnits,
          reason: z.string().trim().min(1).max(200),
        }),
      },
    },
    async (request, reply) => {
      const { refundId, reason } = request.body;
      const { orderId } = request.params;
      const [amount, shown] = [BigInt(request.body.amount), BigInt(request.body.shown)];
      const brand = (await saleSubject(readDb, orderId))?.brand ?? null;
      const act = {
        ...{ action: 'refund.request' as const, subject: { kind: 'order', id: orderId }, brand, reason },
        detail: { refundId, amount: request.body.amount, shown: request.body.shown },
      };
      const hasApprover = brand !== null && (await hasApprovingPerson(ctx, request.staff.actor, brand));
      const done = await audited(services, request, act, (onWritten) =>
        requestStaffRefund(ctx, {
          ...{ orderId, amount, shown, refundId, reason, onWritten, hasApprover },
          by: request.staff.actor,
        }),
      );
      if (!done.ok) return sendProblem(reply, done.error);
      return done.value.kind === 'sent' ? sent(done.value.refund) : notSent(done.value.waiting);
    },
  );

  const decision = { needs: 'refund.approve', about: aboutRefund, changes: 'approvals' } as const;
  app.post(
    '/refunds/waiting/:refundId/approve',
    {
      config: { ...decision, needsFreshSignIn: true },
      schema: { params: ofRefund, body: z.strictObject({ shown: minorUnits }) },
    },
    async (request, reply) => {
      const { refundId } = request.params;
      const act = await actOn('refund.approve', refundId);
      const shown = BigInt(request.body.shown);
      const detail = { shown: request.body.shown };
      const done = await audited(services, request, { ...act, detail }, (onWritten) =>
        confirmRefund(ctx, refundId, request.staff.actor, shown, onWritten),
      );
      if (done.ok) return sent(done.value);
      return sendProblem(reply, done.error === 'refund-not-found' ? 'not-found' : done.error);
    },
  );

  app.post(
    '/refunds/waiting/:refundId/reject',
    {
      config: decision,
      schema: { params: ofRefund, body: z.strictObject({ reason: z.string().trim().min(1).max(200) }) },
    },
    async (request, reply) => {
      const { refundId } = request.params;
      const act = await actOn('refund.reject', refundId);
      const done = await audited(services, request, { ...act, reason: request.body.reason }, (onWritten) =>
        rejectRefund(ctx, refundId, request.staff.actor, onWritten),
      );
      if (done.ok) return notSent(done.value);
      return sendProblem(reply, done.error === 'refund-not-found' ? 'not-found' : done.error);
    },
  );

  app.post(
    '/refunds/waiting/:refundId/take-back',
    { config: { ...decision, needs: 'refund.request' }, schema: { params: ofRefund } },
    async (request, reply) => {
      const { refundId } = request.params;
      const { actor, accountId } = request.staff;
      const refund = await pendingRefundById(ctx.db, refundId, ctx.clock.now());
      const asker = refund && (await accountOfActor(ctx.db, refund.askedBy));
      if (refund?.askedBy !== actor && asker?.id !== accountId) return sendProblem(reply, 'not-found');
      const act = await actOn('refund.take-back', refundId);
      const done = await audited(services, request, act, (onWritten) => rejectRefund(ctx, refundId, actor, onWritten));
      if (done.ok) return notSent(done.value);
      return sendProblem(reply, done.error === 'refund-not-found' ? 'not-found' : done.error);
    },
  );
};
