import { z } from 'zod';
import { saleSubject } from '#src/domain/orders/index.server.ts';
import { correctEmail } from '#src/domain/privacy/correction/index.server.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';
import type { Routes } from '../../console.contract.server.ts';
import { audited } from '../../routing/audited.server.ts';
import { aboutSale } from '../../routing/sale-subject.server.ts';

/** `POST /data/buyer-emails/:orderId`: corrects the e-mail address of a sale's buyer. */
export const routes: Routes = (app, services) => {
  const { ctx, readDb } = services;
  app.post(
    '/buyer-emails/:orderId',
    {
      config: { needs: 'buyer.correct', about: aboutSale(services) },
      schema: {
        params: z.object({ orderId: z.string().max(64) }),
        body: z.strictObject({ email: z.string().max(200), reason: z.string().trim().min(1).max(200) }),
      },
    },
    async (request, reply) => {
      const { orderId } = request.params;
      const { email, reason } = request.body;
      const brand = (await saleSubject(readDb, orderId))?.brand ?? null;
      const act = { action: 'buyer.correct-email' as const, subject: { kind: 'order', id: orderId }, brand, reason };
      const done = await audited(services, request, act, (onWritten) =>
        correctEmail(ctx, { orderId, email, onWritten }),
      );
      return done.ok ? done.value : sendProblem(reply, done.error);
    },
  );
};
