import { z } from 'zod';
import { isErased, leadById } from '#src/domain/checkout/leads/index.server.ts';
import type { Db } from '#src/domain/context.server.ts';
import { orderById } from '#src/domain/orders/index.server.ts';
import {
  type BuyerAccount,
  ensureBuyerAccount,
  exportData,
  type PersonalData,
} from '#src/domain/privacy/index.server.ts';
import { askApproval } from '#src/domain/staff/index.server.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';
import { maskEmail } from '#src/kernel/validation/mask-personal.ts';
import { ok, type Result } from '#src/kernel/result/result.ts';
import type { ConsoleServices, Routes } from '../../console.contract.server.ts';
import { audited } from '../../routing/audited.server.ts';
import { aboutSale } from '../../routing/sale-subject.server.ts';

const ofOrder = z.object({ orderId: z.string().max(64) });
/** How the person proved who they are: without that, nobody else's data is shown or erased at their word. */
const proven = z.strictObject({ proof: z.string().trim().min(1).max(200) });

/** A buyer's rights over their data (LGPD art. 18): everything that is stored about them, and its erasure by two people. */
export const routes: Routes = (app, services) => {
  const { ctx } = services;

  app.post(
    '/buyer-data/:orderId/export',
    {
      config: { needs: 'buyer.export', about: aboutSale(services), needsFreshSignIn: true },
      schema: { params: ofOrder, body: proven },
    },
    async (request, reply) => {
      const { orderId } = request.params;
      const buyer = await buyerOf(services, orderId);
      if (!buyer) return sendProblem(reply, 'buyer-erased');
      const act = { action: 'buyer.export' as const, subject: { kind: 'order', id: orderId }, brand: buyer.brand };
      const done = await audited(services, request, { ...act, reason: request.body.proof }, (onWritten) =>
        transaction(ctx.db, async (trx): Promise<Result<PersonalData, never>> => {
          const data = await exportData({ ...ctx, db: trx }, await accountOf(services, trx, buyer));
          await onWritten(trx);
          return ok(data);
        }),
      );
      return done.ok ? done.value : sendProblem(reply, 'not-found');
    },
  );

  app.post(
    '/buyer-data/:orderId/erasure',
    {
      config: { needs: 'buyer.erase', about: aboutSale(services), needsFreshSignIn: true, changes: 'approvals' },
      schema: { params: ofOrder, body: proven },
    },
    async ({ params, body, staff }, reply) => {
      const buyer = await buyerOf(services, params.orderId);
      if (!buyer) return sendProblem(reply, 'buyer-erased');
      const asked = await transaction(ctx.db, async (trx) => {
        const { id: accountId, brand, email } = await accountOf(services, trx, buyer);
        const request = { kind: 'erasure' as const, brand, reason: body.proof };
        const shown = { email: maskEmail(email), orderId: params.orderId };
        return askApproval(ctx, trx, staff, { ...request, payload: { accountId }, shown });
      });
      return asked.ok ? { id: asked.value.id } : sendProblem(reply, asked.error);
    },
  );
};

interface SaleBuyer {
  readonly brand: string;
  readonly email: string;
}

/** The buyer of a sale; null once they were erased. */
async function buyerOf({ ctx }: ConsoleServices, orderId: string): Promise<SaleBuyer | null> {
  const order = await orderById(ctx.db, orderId);
  const lead = order && (await leadById(ctx.db, order.leadId));
  return lead && !isErased(lead) ? { brand: order.brand, email: lead.email } : null;
}

function accountOf({ ctx }: ConsoleServices, trx: Db, buyer: SaleBuyer): Promise<BuyerAccount> {
  return ensureBuyerAccount(ctx, trx, buyer);
}
