import { z } from 'zod';
import { brandOfPart, completeManualRefund, pendingPayouts } from '#src/domain/refunds/cooling-off/index.server.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import type { Routes } from '../../api.contract.server.ts';
import { requireOperator } from '../../operator.server.ts';
import { id, minorUnits, problemDocument, problems } from '../../schemas.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';

const payout = z.strictObject({
  partId: id.describe('A part of a refund, or a surplus.'),
  kind: z.enum(['refund', 'surplus']),
  state: z.enum(['by-hand', 'disputed']).describe('`disputed`: a dispute holds the money, and nothing may be paid.'),
  orderId: id,
  orderNumber: z.string(),
  orderReference: z.string().describe("The order's reference, as the buyer knows it."),
  amount: minorUnits,
  currency: z.string(),
  askedAt: z.iso.datetime(),
  payer: z
    .strictObject({ name: z.string().nullable(), document: z.string().nullable() })
    .describe('The payer: confirm at the bank that the account is theirs. Null where it was erased or never asked.'),
  disputed: minorUnits.describe('Amount of the same payment that open disputes hold.'),
  to: z
    .strictObject({
      kind: z.enum(['cpf', 'cnpj', 'email', 'phone', 'random', 'account']),
      value: z.string(),
      given_at: z.iso.datetime(),
      payable_at: z.iso.datetime(),
    })
    .nullable()
    .describe(
      'A key of instant payments by its kind, or bank / branch / account; null until the buyer has given it. `payable_at`: payable from then on, a day after it was given or changed.',
    ),
});

const reference = z
  .string()
  .trim()
  .regex(/^[\w.-]{6,64}$/)
  .describe("The bank's own name of the payment (the end-to-end id of an instant payment): it pays one part.");

export const routes: Routes = (app, services) => {
  const guard = requireOperator(services, 'payouts');

  app.get(
    '/v1/payouts',
    {
      schema: {
        summary: 'List refunds and surpluses to be paid out by hand',
        description:
          "For the school's staff: needs the operator's token. Refunds and surpluses that no company pays back by itself, oldest first, at most 200, with the buyer's account.",
        response: { 200: z.strictObject({ payouts: z.array(payout) }), ...problems },
      },
      ...guard.route,
    },
    async (request, reply) => {
      const payouts = (await pendingPayouts(services.ctx, guard.brandsOf(request))).map((one) => ({
        ...one,
        orderNumber: String(one.orderNumber),
        amount: unitsToJson(one.amount),
        askedAt: one.askedAt.toISOString(),
        disputed: unitsToJson(one.disputed),
        to: one.to && {
          ...{ kind: one.to.kind, value: one.to.value },
          ...{ given_at: one.to.givenAt.toISOString(), payable_at: one.to.payableAt.toISOString() },
        },
      }));
      return reply.header('cache-control', 'no-store').send({ payouts });
    },
  );

  app.post(
    '/v1/payouts/:partId',
    {
      schema: {
        summary: 'Record that a part of a refund was paid out',
        description: "For the school's staff: needs the operator's token. Idempotent.",
        params: z.strictObject({ partId: id }),
        body: z.strictObject({ reference }),
        response: { 200: z.strictObject({ orderId: id }), 409: problemDocument, ...problems },
      },
      ...guard.route,
    },
    async (request, reply) => {
      const brand = await brandOfPart(services.ctx, request.params.partId);
      if (!guard.mayIn(request, brand ?? undefined)) return sendProblem(reply, 'not-found');
      const done = await completeManualRefund(services.ctx, request.params.partId, {
        reference: request.body.reference,
        by: guard.actorOf(request),
      });
      if (done.ok) return reply.send({ orderId: done.value.orderId });
      return sendProblem(reply, done.error === 'part-not-found' ? 'not-found' : done.error);
    },
  );
};
