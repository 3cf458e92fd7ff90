import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { mayViewOrder } from '#src/domain/customers/magic-links/index.server.ts';
import { type OrderView, orderView, type SplitView } from '#src/domain/orders/index.server.ts';
import { refreshOnView, presentInstructions } from '#src/domain/payments/index.server.ts';
import { readMagicLinks } from '#src/kernel/http/cookies/magic-link-cookies.server.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { type ApiServices, type Routes } from '../../api.contract.server.ts';
import { id, minorUnits, problemDocument, problems } from '../../schemas.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';
import { streamOrder } from './status-stream.server.ts';
import { acquireStreamSlot } from './stream-limit.server.ts';

const splitStatus = z
  .strictObject({
    standing: z.enum(['paid', 'under-way', 'waits-for-buyer', 'held', 'declined', 'undone']),
    held: minorUnits.describe('Authorized and captured amount of the price.'),
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
  .describe('Present when several tenders pay the order: amount and state of each.');

const status = z.strictObject({
  state: z.string().describe('State of the order.'),
  attempt: z
    .strictObject({
      id,
      state: z.string(),
      declineCode: z.string().nullable(),
      expiresAt: z.iso.datetime(),
      instructions: z
        .record(z.string(), z.unknown())
        .nullable()
        .optional()
        .describe('Payment instructions, as the payment call answers them. Only on request.'),
    })
    .nullable()
    .describe('The newest attempt; of several tenders the one that needs action.'),
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

/** The order's status with instructions, while its payment is awaited. */
async function withInstructions({ ctx }: ApiServices, view: OrderView): Promise<z.infer<typeof status>> {
  const currentStatus = statusJson(view);
  const [newest] = view.attempts;
  if (!currentStatus.attempt || !newest) return currentStatus;
  const isAwaited = newest.state === 'awaiting-buyer' && newest.nextAction?.kind !== 'challenge';
  const instructions = isAwaited ? await presentInstructions(ctx, newest, view.order.market) : null;
  return { ...currentStatus, attempt: { ...currentStatus.attempt, instructions } };
}

/** Whether this browser may view the order. False both for an unknown order and for one of another browser. */
function isOwn(services: ApiServices, request: FastifyRequest, orderId: string): Promise<boolean> {
  const magicLinks = readMagicLinks(request.headers.cookie);
  return mayViewOrder(services.ctx, { hash: services.browserOf(request).hash, magicLinks }, orderId);
}

export const routes: Routes = (app, services) => {
  const params = z.strictObject({ orderId: id });

  app.get(
    '/v1/order/:orderId/status',
    {
      schema: {
        summary: 'Get the state of an order of this browser',
        description: 'Polls the gateway about a payment of unknown outcome, at most once in some seconds.',
        params,
        querystring: z.strictObject({
          back: z
            .enum(['1'])
            .optional()
            .describe('The buyer came back, perhaps after paying elsewhere: the gateway is polled too.'),
          show: z
            .enum(['instructions'])
            .optional()
            .describe('For a payment call that was answered before its gateway: include the payment instructions.'),
        }),
        response: { 200: status, ...problems },
      },
    },
    async (request, reply) => {
      const { orderId } = request.params;
      const { ctx } = services;
      const view = (await isOwn(services, request, orderId)) ? await orderView(ctx, orderId) : null;
      if (!view) return sendProblem(reply, 'order-not-found');
      const isNew = await refreshOnView(ctx, view, { isBack: request.query.back !== undefined });
      const now = (isNew ? await orderView(ctx, orderId) : null) ?? view;
      return request.query.show === undefined ? statusJson(now) : withInstructions(services, now);
    },
  );

  app.get(
    '/v1/order/:orderId/events',
    {
      schema: {
        summary: 'The same, pushed as server-sent events named `status`',
        description:
          'Sends the state at once and after every change, and a comment every 20 s. Ends after 15 minutes; browsers reconnect by themselves. At most 5 may be open for an order and 50 for an address; one more is answered with 429: poll `/status` then.',
        params,
        produces: ['text/event-stream'],
        response: { 200: z.unknown().describe('The stream.'), 429: problemDocument, ...problems },
      },
    },
    async (request, reply) => {
      const { orderId } = request.params;
      if (!(await isOwn(services, request, orderId))) return sendProblem(reply, 'order-not-found');
      const releaseSlot = acquireStreamSlot(orderId, request.ip);
      if (!releaseSlot) return sendProblem(reply, 'rate-limited');
      const { ctx } = services;
      const currentView = () => orderView(ctx, orderId);
      const read = async () => {
        const view = await currentView();
        return view ? JSON.stringify(statusJson(view)) : null;
      };
      const refresh = async () => {
        const view = await currentView();
        if (view) await refreshOnView(ctx, view);
      };
      return streamOrder(ctx, reply, orderId, read, refresh, releaseSlot);
    },
  );
};
