import { z } from 'zod';
import { payOut, waitingPayouts } from '#src/domain/withdrawals/index.server.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import type { Routes } from '../api.contract.server.ts';
import { staffOnly } from '../operator.server.ts';
import { id, minorUnits, problemDocument, problems } from '../schemas.ts';
import { sendProblem } from '../send-problem.server.ts';

const payout = z.strictObject({
  partId: id,
  orderId: id,
  orderNumber: z.string(),
  amount: minorUnits,
  currency: z.string(),
  askedAt: z.iso.datetime(),
  to: z
    .strictObject({ kind: z.enum(['cpf', 'cnpj', 'email', 'phone', 'random', 'account']), value: z.string() })
    .nullable()
    .describe('A key of instant payments by its kind, or bank / branch / account; null until the buyer has said.'),
});

const reference = z
  .string()
  .trim()
  .regex(/^[\w.-]{6,64}$/)
  .describe("The bank's own name of the payment (the end-to-end id of an instant payment): it pays one part.");

export const routes: Routes = (app, services) => {
  const guard = staffOnly(services);

  app.get(
    '/v1/payouts',
    {
      schema: {
        summary: 'Money that a person has to pay out',
        description:
          "For the school's staff: needs the operator's token. Refunds whose company gives nothing back by itself, oldest first, at most 200, with where the buyer wants them.",
        response: { 200: z.strictObject({ payouts: z.array(payout) }), ...problems },
      },
      ...guard,
    },
    async (_request, reply) => {
      const payouts = (await waitingPayouts(services.ctx)).map((one) => ({
        ...one,
        orderNumber: String(one.orderNumber),
        amount: unitsToJson(one.amount),
        askedAt: one.askedAt.toISOString(),
      }));
      return reply.header('cache-control', 'no-store').send({ payouts });
    },
  );

  app.post(
    '/v1/payouts/:partId',
    {
      schema: {
        summary: 'Say that a part of a refund was paid out',
        description: "For the school's staff: needs the operator's token. The same again changes nothing.",
        params: z.strictObject({ partId: id }),
        body: z.strictObject({ reference }),
        response: { 200: z.strictObject({ orderId: id }), 409: problemDocument, ...problems },
      },
      ...guard,
    },
    async (request, reply) => {
      const done = await payOut(services.ctx, request.params.partId, request.body.reference);
      if (done.ok) return reply.send({ orderId: done.value.orderId });
      return sendProblem(reply, done.error === 'part-not-found' ? 'not-found' : done.error);
    },
  );
};
