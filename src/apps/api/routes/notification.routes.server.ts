import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  handleNotification,
  type ReceivedNotification,
  receiveNotification,
} from '#src/domain/payments/index.server.ts';
import type { ApiServices, Routes } from '../api.contract.server.ts';
import { sendProblem } from '../send-problem.server.ts';

/** Headers as a gateway sent them, one value each. */
function headersOf(request: FastifyRequest): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
}

async function receive(
  services: ApiServices,
  request: FastifyRequest<{ Params: { gateway: string } }>,
  reply: FastifyReply,
) {
  const { ctx } = services;
  const received = await receiveNotification(ctx, request.params.gateway, {
    headers: headersOf(request),
    path: request.url.split('?', 1)[0] ?? '',
    body: request.rawBody ?? Buffer.alloc(0),
    receivedAt: ctx.clock.now(),
  });
  if (received.outcome === 'unknown-gateway') return sendProblem(reply, 'not-found');
  if (received.outcome === 'refused') return sendProblem(reply, 'notification-refused');
  // Acknowledged as soon as it is stored; if this process dies now, the sweep finds what is left.
  setImmediate(() => void handleAll(services, received.notifications));
  return reply
    .code(200)
    .serializer((text: string) => text)
    .type('application/json')
    .send(JSON.stringify(received.acknowledgement ?? {}));
}

async function handleAll({ ctx }: ApiServices, stored: ReceivedNotification['notifications']): Promise<void> {
  for (const row of stored) {
    try {
      await handleNotification(ctx, row);
    } catch (thrown) {
      ctx.log.error('notification-failed', { notificationId: row.id, error: thrown });
    }
  }
}

export const routes: Routes = (app, services) => {
  const schema = {
    summary: 'A gateway says that a charge changed',
    description: 'Only a hint: it is stored once, acknowledged, and the gateway is asked for the truth.',
  };
  app.post<{ Params: { gateway: string } }>('/v1/notifications/:gateway', { schema }, (request, reply) =>
    receive(services, request, reply),
  );
  // Some gateways append a path of their own to the address they were given.
  app.post<{ Params: { gateway: string } }>(
    '/v1/notifications/:gateway/*',
    { schema: { ...schema, hide: true } },
    (request, reply) => receive(services, request, reply),
  );
};
