import { z } from 'zod';
import { leadById } from '#src/domain/checkout/leads/index.server.ts';
import { insertSaleNote } from '#src/domain/documents/sale-notes/index.server.ts';
import { orderById } from '#src/domain/orders/index.server.ts';
import { recordAudit } from '#src/domain/staff/index.server.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';
import type { Routes } from '../../console.contract.server.ts';
import { aboutSale } from '../../routing/sale-subject.server.ts';
import { readSale } from './read-sale.server.ts';
import type { RevealedBuyer } from './sale.types.ts';

const params = z.strictObject({ orderId: z.string().max(64) });
const noteBody = z.strictObject({
  /** Made by the browser: the same note sent twice is one. */
  id: z.string().regex(/^note_[\w-]{16,40}$/),
  text: z.string().trim().min(1).max(4000),
});
const revealBody = z.strictObject({ reason: z.string().trim().min(3).max(500) });

/** One sale: its timeline and explanation, its notes, and the buyer's data in clear for whoever says why. */
export const routes: Routes = (app, services) => {
  const { ctx, readDb } = services;
  const about = aboutSale(services);

  app.get('/sale/:orderId', { schema: { params }, config: { needs: 'sale.view', about } }, async (request, reply) => {
    const answer = await readSale(services, request.staff, request.params.orderId);
    return answer ?? sendProblem(reply, 'not-found');
  });

  app.post(
    '/sale/:orderId/notes',
    { schema: { params, body: noteBody }, config: { needs: 'sale.note', about } },
    async ({ params: { orderId }, body: { id, text }, staff }) => {
      const order = await orderById(readDb, orderId);
      const now = ctx.clock.now();
      await transaction(ctx.db, async (trx) => {
        const isNew = await insertSaleNote(trx, { id, orderId, writtenBy: staff.actor, text, at: now });
        if (!isNew) return;
        const { actor, sessionId, ipGroup } = staff;
        await recordAudit(
          trx,
          {
            ...{ actor, sessionId, ipGroup, action: 'sale.note', subject: { kind: 'note', id } },
            ...{ brand: order?.brand ?? null, detail: { order: orderId }, reason: null, outcome: 'done' },
          },
          now,
        );
      });
      return { id };
    },
  );

  app.post(
    '/sale/:orderId/reveal',
    { schema: { params, body: revealBody }, config: { needs: 'buyer.reveal', about } },
    async ({ params: { orderId }, body: { reason }, staff }, reply): Promise<RevealedBuyer | undefined> => {
      const order = await orderById(readDb, orderId);
      const { actor, sessionId, ipGroup } = staff;
      const entry = {
        actor,
        sessionId,
        ipGroup,
        action: 'buyer.reveal' as const,
        subject: { kind: 'order', id: orderId },
      };
      const brand = order?.brand ?? null;
      // The look is on record before the data leave: an answer that is lost was a look all the same.
      const lead = await transaction(ctx.db, async (trx) => {
        await recordAudit(trx, { ...entry, brand, detail: {}, reason, outcome: 'seen' }, ctx.clock.now());
        return order && leadById(trx, order.leadId);
      });
      if (!lead) return sendProblem(reply, 'not-found');
      const { name, email, phone, document } = lead;
      return { name, email, phone, document };
    },
  );
};
