import { z } from 'zod';
import { type OrderView, orderView } from '#src/domain/orders/index.server.ts';
import { sessionOwning } from '#src/domain/sessions/index.server.ts';
import { type ApiServices, type Routes } from '../api.contract.server.ts';
import { id, problems } from '../schemas.ts';
import { sendProblem } from '../send-problem.server.ts';
import { streamOrder } from '../status-stream.server.ts';

const status = z.strictObject({
  state: z.string().describe('State of the order.'),
  attempt: z
    .strictObject({ id, state: z.string(), declineCode: z.string().nullable(), expiresAt: z.iso.datetime() })
    .nullable()
    .describe('The newest attempt.'),
});

export function statusJson({ order, attempts }: OrderView): z.infer<typeof status> {
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
  };
}

/** The order, if this browser made it; somebody else's order and none at all are answered alike. */
async function ownOrder(services: ApiServices, browserHash: string, orderId: string): Promise<OrderView | null> {
  const session = await sessionOwning(services.ctx.db, browserHash, { orderId });
  return session ? orderView(services.ctx, orderId) : null;
}

export const routes: Routes = (app, services) => {
  const params = z.strictObject({ orderId: id });

  app.get(
    '/v1/order/:orderId/status',
    { schema: { summary: 'How an order of this browser stands', params, response: { 200: status, ...problems } } },
    async (request, reply) => {
      const view = await ownOrder(services, services.browserOf(request).hash, request.params.orderId);
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
      const session = await sessionOwning(services.ctx.db, services.browserOf(request).hash, { orderId });
      if (!session) return sendProblem(reply, 'order-not-found');
      return streamOrder(services.ctx, reply, orderId, async () => {
        const now = await orderView(services.ctx, orderId);
        return now ? JSON.stringify(statusJson(now)) : null;
      });
    },
  );
};
