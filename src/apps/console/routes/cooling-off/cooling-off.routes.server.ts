import { z } from 'zod';
import { saleSubject } from '#src/domain/orders/index.server.ts';
import { coolingOffOf, requestCoolingOff } from '#src/domain/refunds/cooling-off/index.server.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';
import type { Routes } from '../../console.contract.server.ts';
import { audited } from '../../routing/audited.server.ts';
import { aboutSale } from '../../routing/sale-subject.server.ts';
import type { CoolingOffStatusView } from './cooling-off.types.ts';

const ofOrder = z.object({ orderId: z.string().max(64) });

/** The buyer's right to return a purchase, used by staff on the buyer's word (CDC art. 49). */
export const routes: Routes = (app, services) => {
  const { ctx, readDb } = services;

  app.get(
    '/cooling-off/:orderId',
    { config: { needs: 'sale.view', about: aboutSale(services) }, schema: { params: ofOrder } },
    async ({ params }, reply) => {
      const view = await coolingOffOf({ ...ctx, db: readDb }, params.orderId);
      if (!view) return sendProblem(reply, 'not-found');
      const status: CoolingOffStatusView = {
        ...{ standing: view.standing, lastDay: view.lastDay, askedAt: view.askedAt?.toISOString() ?? null },
        ...{ amount: unitsToJson(view.amount), currency: view.order.currency, ends: view.ends },
        needsAccount: view.parts.some(({ needsDetails }) => needsDetails),
      };
      return status;
    },
  );

  app.post(
    '/cooling-off/:orderId',
    {
      config: { needs: 'refund.request', about: aboutSale(services), needsFreshSignIn: true },
      schema: { params: ofOrder, body: z.strictObject({ ticket: z.string().trim().min(1).max(200) }) },
    },
    async (request, reply) => {
      const { orderId } = request.params;
      const brand = (await saleSubject(readDb, orderId))?.brand ?? null;
      const act = { action: 'cooling-off.request' as const, subject: { kind: 'order', id: orderId }, brand };
      // The ticket says where the buyer's word stands.
      const done = await audited(services, request, { ...act, reason: request.body.ticket }, (onWritten) =>
        requestCoolingOff(ctx, orderId, onWritten),
      );
      if (done.ok) return done.value;
      return sendProblem(reply, done.error === 'order-not-found' ? 'not-found' : `cooling-off-${done.error}`);
    },
  );
};
