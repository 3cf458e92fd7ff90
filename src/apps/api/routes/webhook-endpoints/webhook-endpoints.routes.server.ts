import { z } from 'zod';
import { webhookEventTypes } from '#src/domain/messaging/webhooks/index.ts';
import {
  deliveriesOf,
  deliveryStates,
  endpointViews,
  openEndpoint,
  replayEvents,
} from '#src/domain/messaging/webhooks/index.server.ts';
import type { Routes } from '../../api.contract.server.ts';
import { requireOperator } from '../../operator.server.ts';
import { problemDocument, problems } from '../../schemas.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';

const time = z.iso.datetime();
const part = z.string().regex(/^[a-z0-9-]{1,60}(?:\.[a-z0-9-]{1,60})?$/);
const endpointPath = z.strictObject({
  brand: part.describe('The brand, or `brand.variant` where the variant has an endpoint of its own.'),
  kind: z.enum(['platform', 'backend']),
});

const endpoint = z.strictObject({
  id: z.string(),
  url: z.string(),
  types: z.array(z.enum(webhookEventTypes)),
  state: z.enum(['open', 'paused', 'ended']).describe('`ended`: it answered 410, and gets no more events.'),
  secretNumber: z.int(),
  overlapUntil: time.nullable().describe('Until when the previous secret signs as well.'),
  failures: z.int().describe('Failures in a row.'),
  pausedUntil: time.nullable(),
  lastSuccessAt: time.nullable(),
  lastFailureAt: time.nullable(),
  waiting: z.int(),
  givenUp: z.int(),
});

const delivery = z.strictObject({
  eventId: z.string().regex(/^\d+$/),
  messageId: z.string().describe('The `webhook-id` of the delivery.'),
  type: z.enum(webhookEventTypes),
  at: time,
  state: z.enum(deliveryStates),
  tries: z.int(),
  nextTryAt: time.nullable(),
  lastStatus: z.int().nullable(),
  lastFailure: z.string().nullable(),
  deliveredAt: time.nullable(),
});

const replayBody = z.union([
  z.strictObject({ eventId: z.string().regex(/^\d{1,18}$/) }),
  z.strictObject({
    from: time,
    to: time.describe('Not in it any more.'),
    onlyMissed: z.boolean().default(true).describe('Without delivered events.'),
  }),
]);

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
const idOf = ({ brand, kind }: z.output<typeof endpointPath>): string => `${brand}/${kind}`;
/** Brand of an endpoint's owner, which is a brand or a variant of one. */
const ownerOf = (brand: string): string => brand.split('.')[0] ?? '';

const staff = "For the school's staff: needs `Authorization: Bearer` with the operator's token.";

export const routes: Routes = (app, services) => {
  const { ctx } = services;
  const readers = requireOperator(services, 'webhooks-read');
  const senders = requireOperator(services, 'webhooks-send');

  app.get(
    '/v1/webhooks/endpoints',
    {
      schema: {
        summary: 'List webhook endpoints and their state',
        description: staff,
        response: { 200: z.strictObject({ endpoints: z.array(endpoint) }), ...problems },
      },
      ...readers.route,
    },
    async (request, reply) =>
      reply.send({
        endpoints: (await endpointViews(ctx))
          .filter(({ endpoint: { id } }) => readers.mayIn(request, ownerOf(id.split('/')[0] ?? '')))
          .map(({ endpoint: { id, url, types }, ...view }) => ({
            id,
            url,
            types: [...types],
            state: view.state,
            secretNumber: view.secretNumber,
            overlapUntil: iso(view.overlapUntil),
            failures: view.failures,
            pausedUntil: iso(view.pausedUntil),
            lastSuccessAt: iso(view.lastSuccessAt),
            lastFailureAt: iso(view.lastFailureAt),
            waiting: view.waiting,
            givenUp: view.givenUp,
          })),
      }),
  );

  app.post(
    '/v1/webhooks/endpoints/:brand/:kind/open',
    {
      schema: {
        summary: 'Enable a disabled or paused endpoint again',
        description: `${staff} What it missed meanwhile is sent by a replay.`,
        params: endpointPath,
        response: { 204: z.null(), ...problems },
      },
      ...senders.route,
    },
    async (request, reply) =>
      senders.mayIn(request, ownerOf(request.params.brand)) && (await openEndpoint(ctx, idOf(request.params)))
        ? reply.code(204).send(null)
        : sendProblem(reply, 'not-found'),
  );

  app.get(
    '/v1/webhooks/endpoints/:brand/:kind/deliveries',
    {
      schema: {
        summary: "List an endpoint's events, newest first",
        description: staff,
        params: endpointPath,
        querystring: z.strictObject({
          state: z.enum(deliveryStates).optional(),
          before: z
            .string()
            .regex(/^\d{1,18}$/)
            .optional()
            .describe('An `eventId`: continue after it.'),
          limit: z.coerce.number().int().min(1).max(200).default(50),
        }),
        response: { 200: z.strictObject({ deliveries: z.array(delivery) }), ...problems },
      },
      ...readers.route,
    },
    async (request, reply) => {
      const { params, query } = request;
      if (!readers.mayIn(request, ownerOf(params.brand))) return sendProblem(reply, 'not-found');
      const { state, before, limit } = query;
      const filter = {
        limit,
        ...(state ? { state } : {}),
        ...(before === undefined ? {} : { before: BigInt(before) }),
      };
      return {
        deliveries: (await deliveriesOf(ctx.db, idOf(params), filter)).map((one) => ({
          eventId: String(one.eventId),
          messageId: one.messageId,
          type: one.type,
          at: one.at.toISOString(),
          state: one.state,
          tries: one.tries,
          nextTryAt: iso(one.nextTryAt),
          lastStatus: one.lastStatus,
          lastFailure: one.lastFailure,
          deliveredAt: iso(one.deliveredAt),
        })),
      };
    },
  );

  app.post(
    '/v1/webhooks/endpoints/:brand/:kind/replay',
    {
      schema: {
        summary: 'Replay one event, or all of a time range, to an endpoint',
        description: `${staff} Each goes under the id that it always had: a receiver does it once.`,
        params: endpointPath,
        body: replayBody,
        response: {
          202: z.strictObject({ count: z.int().describe('Number of replayed events.') }),
          409: problemDocument,
          ...problems,
        },
      },
      ...senders.route,
    },
    async (request, reply) => {
      const { body } = request;
      if (!senders.mayIn(request, ownerOf(request.params.brand))) return sendProblem(reply, 'not-found');
      const criteria =
        'eventId' in body
          ? { eventId: BigInt(body.eventId) }
          : { from: new Date(body.from), to: new Date(body.to), onlyMissed: body.onlyMissed };
      const done = await replayEvents(ctx, idOf(request.params), criteria);
      if (done.ok) return reply.code(202).send({ count: done.value });
      return sendProblem(reply, done.error === 'endpoint-ended' ? 'endpoint-ended' : 'not-found');
    },
  );
};
