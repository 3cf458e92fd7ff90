import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { maySee } from '#src/domain/capabilities/index.server.ts';
import { type OrderView, orderView, type SplitView } from '#src/domain/orders/index.server.ts';
import { readPasses } from '#src/kernel/http/pass-cookies.server.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { type ApiServices, type Routes } from '../api.contract.server.ts';
import { id, minorUnits, problems } from '../schemas.ts';
import { sendProblem } from '../send-problem.server.ts';
import { streamOrder } from '../status-stream.server.ts';

const splitStatus = z
  .strictObject({
    standing: z.enum(['paid', 'under-way', 'waits-for-buyer', 'held', 'declined', 'undone']),
    held: minorUnits.describe('Reserved and taken of the price.'),
    owed: minorUnits.describe('What the next payment methods must sum to.'),
    heldUntil: z.iso.datetime().nullable(),
    tenders: z.array(
      z.strictObject({
        attemptId: id,
        method: z.string(),
        amount: minorUnits.describe('Its part of the price.'),
        interest: minorUnits,
        installments: z.number().int(),
        standing: z.enum(['in-line', 'under-way', 'waits-for-buyer', 'reserved', 'taken', 'refused']),
        declineCode: z.string().nullable(),
        expiresAt: z.iso.datetime(),
      }),
    ),
  })
  .describe('Present when several tenders pay the order: what each pays and how it stands.');

const status = z.strictObject({
  state: z.string().describe('State of the order.'),
  attempt: z
    .strictObject({ id, state: z.string(), declineCode: z.string().nullable(), expiresAt: z.iso.datetime() })
    .nullable()
    .describe('The newest attempt; of several tenders the one to look at.'),
  split: splitStatus.optional(),
});

function splitJson({ standing, parts, held, heldUntil, owed }: SplitView): z.infer<typeof splitStatus> {
  return {
    standing,
    held: unitsToJson(held),
    owed: unitsToJson(owed),
    heldUntil: heldUntil?.toISOString() ?? null,
    tenders: parts.map((part) => ({
      attemptId: part.attemptId,
      method: part.method,
      amount: unitsToJson(part.principal),
      interest: unitsToJson(part.interest),
      installments: part.installments,
      standing: part.standing,
      declineCode: part.declineCode,
      expiresAt: part.expiresAt.toISOString(),
    })),
  };
}

export function statusJson({ order, attempts, split }: OrderView): z.infer<typeof status> {
  const newest = attempts[0];
  return {
    state: order.state,
    attempt: newest
      ? {
          id: newest.id,
          state: newest.state,
          declineCode: newest.declineCode,
          expiresAt: newest.expiresAt.toISOString(),
        }
      : null,
    ...(split ? { split: splitJson(split) } : {}),
  };
}

/** Whether an order is this browser's; somebody else's order and none at all are answered alike. */
function isOwn(services: ApiServices, request: FastifyRequest, orderId: string): Promise<boolean> {
  const passes = readPasses(request.headers.cookie);
  return maySee(services.ctx, { hash: services.browserOf(request).hash, passes }, orderId);
}

export const routes: Routes = (app, services) => {
  const params = z.strictObject({ orderId: id });

  app.get(
    '/v1/order/:orderId/status',
    { schema: { summary: 'How an order of this browser stands', params, response: { 200: status, ...problems } } },
    async (request, reply) => {
      const { orderId } = request.params;
      const view = (await isOwn(services, request, orderId)) ? await orderView(services.ctx, orderId) : null;
      return view ? statusJson(view) : sendProblem(reply, 'order-not-found');
    },
  );

  app.get(
    '/v1/order/:orderId/events',
    {
      schema: {
        summary: 'The same, pushed as server-sent events named `status`',
        description:
          'Sends the state at once and after every change, and a comment every 20 s. Ends after 15 minutes; browsers come back by themselves.',
        params,
      },
    },
    async (request, reply) => {
      const { orderId } = request.params;
      if (!(await isOwn(services, request, orderId))) return sendProblem(reply, 'order-not-found');
      return streamOrder(services.ctx, reply, orderId, async () => {
        const now = await orderView(services.ctx, orderId);
        return now ? JSON.stringify(statusJson(now)) : null;
      });
    },
  );
};
