import { z } from 'zod';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { orderById } from '#src/domain/orders/index.server.ts';
import { issueShortLink } from '#src/domain/sales/recovery/index.server.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';
import type { Routes } from '../../console.contract.server.ts';
import { audited } from '../../routing/audited.server.ts';
import { aboutSale } from '../../routing/sale-subject.server.ts';
import type { ShortLinkView } from './links.types.ts';

/** `POST /data/links/:orderId`: a short link by which the buyer takes an unpaid purchase up again on any device. */
export const routes: Routes = (app, services) => {
  const { ctx } = services;
  app.post(
    '/links/:orderId',
    {
      config: { needs: 'link.create', about: aboutSale(services) },
      schema: { params: z.object({ orderId: z.string().max(64) }) },
    },
    async (request, reply) => {
      const order = await orderById(ctx.db, request.params.orderId);
      if (!order) return sendProblem(reply, 'not-found');
      const act = { action: 'link.create' as const, subject: { kind: 'order', id: order.id }, brand: order.brand };
      const done = await audited(services, request, act, async (onWritten): Promise<Result<string, 'order-paid'>> => {
        if (order.state === 'paid' || order.state === 'refunded') return err('order-paid');
        const path = await transaction(ctx.db, async (trx) => {
          const made = await issueShortLink({ ...ctx, db: trx }, order.sessionId);
          await onWritten(trx);
          return made;
        });
        return ok(path);
      });
      if (!done.ok) return sendProblem(reply, done.error);
      const view: ShortLinkView = { url: new URL(done.value, ctx.config.publicOrigin).href };
      return view;
    },
  );
};
