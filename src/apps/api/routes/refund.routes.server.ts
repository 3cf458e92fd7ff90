import { z } from 'zod';
import { refundOrder } from '#src/domain/payments/index.server.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import type { Routes } from '../api.contract.server.ts';
import { isOperator } from '../operator.server.ts';
import { id, minorUnits, problemDocument, problems } from '../schemas.ts';
import { sendProblem } from '../send-problem.server.ts';

const refundBody = z.strictObject({
  refundId: z
    .string()
    .regex(/^[\w-]{16,64}$/)
    .describe("The caller's own name of this refund: the same again gives back once."),
  amount: minorUnits.min(1).describe('What goes back to the buyer, with the interest that is part of it.'),
  reason: z.string().trim().min(1).max(200).describe('For the books, never shown to the buyer.'),
});

const refund = z.strictObject({
  refundId: z.string(),
  amount: minorUnits,
  parts: z.array(
    z.strictObject({
      attemptId: id.describe('By which attempt it goes back.'),
      amount: minorUnits,
      state: z.enum(['wanted', 'done', 'by-hand']),
    }),
  ),
});

export const routes: Routes = (app, services) => {
  app.post(
    '/v1/orders/:orderId/refunds',
    {
      schema: {
        summary: "Give an order's money back over its tenders",
        description:
          "For the school's staff: needs `Authorization: Bearer` with the operator's token; without one configured there is nothing here. Each tender gives back in proportion to what it brought.",
        params: z.strictObject({ orderId: id }),
        body: refundBody,
        response: { 202: refund, 409: problemDocument, ...problems },
      },
      // Before the body is looked at: a stranger learns nothing of what it should hold.
      onRequest: async (request, reply) => {
        if (!isOperator(request, services.operatorToken)) return sendProblem(reply, 'not-found');
        return undefined;
      },
    },
    async (request, reply) => {
      const { amount, refundId, reason } = request.body;
      const done = await refundOrder(services.ctx, request.params.orderId, BigInt(amount), refundId, reason);
      if (!done.ok) return sendProblem(reply, done.error);
      const parts = done.value.parts.map((part) => ({
        attemptId: part.attemptId,
        amount: unitsToJson(part.amount),
        state: part.state,
      }));
      return reply.code(202).send({ refundId, amount, parts });
    },
  );
};
