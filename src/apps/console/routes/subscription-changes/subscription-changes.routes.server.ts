import { z } from 'zod';
import { saleSubject } from '#src/domain/orders/index.server.ts';
import {
  cancelSubscription,
  type ChangeFailure,
  pauseSubscription,
  resumeSubscription,
  subscriptionById,
} from '#src/domain/subscriptions/subscriptions/index.server.ts';
import type { AuditAction } from '#src/domain/staff/index.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';
import type { ProblemCode } from '#src/kernel/http/problems/problem-codes.ts';
import type { RouteSubject, Routes } from '../../console.contract.server.ts';
import { audited } from '../../routing/audited.server.ts';

const ofSubscription = z.object({ subscriptionId: z.string().max(64) });
const why = z.strictObject({ reason: z.string().trim().min(1).max(200) });
const problems: Readonly<Record<ChangeFailure, ProblemCode>> = {
  'not-found': 'not-found',
  'not-possible': 'subscription-not-changeable',
  'charge-under-way': 'renewal-under-way',
};

/** Pauses, resumes and cancels a subscription for its buyer. */
export const routes: Routes = (app, services) => {
  const { ctx, readDb } = services;
  const about: RouteSubject = async ({ params }) => {
    const subscription = await subscriptionById({ db: readDb }, ofSubscription.parse(params).subscriptionId);
    if (!subscription) return null;
    const { brand, orderId } = subscription;
    return orderId === null ? { brand } : saleSubject(readDb, orderId);
  };
  const config = { needs: 'subscription.change', about } as const;
  const actOn = async (action: AuditAction, id: string, reason: string) => {
    const subscription = await subscriptionById({ db: readDb }, id);
    return { action, subject: { kind: 'subscription', id }, brand: subscription?.brand ?? null, reason };
  };

  for (const [verb, change] of [
    ['pause', pauseSubscription],
    ['resume', resumeSubscription],
  ] as const)
    app.post(
      `/subscription-changes/:subscriptionId/${verb}`,
      { config, schema: { params: ofSubscription, body: why } },
      async (request, reply) => {
        const { subscriptionId: id } = request.params;
        const act = await actOn(`subscription.${verb}`, id, request.body.reason);
        const done = await audited(services, request, act, (onWritten) => change(ctx, id, onWritten));
        return done.ok ? reply.code(204).send() : sendProblem(reply, problems[done.error]);
      },
    );

  app.post(
    '/subscription-changes/:subscriptionId/cancel',
    {
      config,
      schema: { params: ofSubscription, body: why.extend({ when: z.enum(['now', 'period-end']) }) },
    },
    async (request, reply) => {
      const { subscriptionId: id } = request.params;
      const { reason, when } = request.body;
      const act = { ...(await actOn('subscription.cancel', id, reason)), detail: { when } };
      const done = await audited(services, request, act, (onWritten) =>
        cancelSubscription(ctx, id, { when, reason: 'staff' }, onWritten),
      );
      return done.ok ? done.value : sendProblem(reply, problems[done.error]);
    },
  );
};
