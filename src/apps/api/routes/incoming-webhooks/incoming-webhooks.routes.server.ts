import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { handleWebhook, type InTurn, type ReceivedWebhook, receiveWebhook } from '#src/domain/payments/index.server.ts';
import { problemDocument, problems } from '../../schemas.ts';
import { createConcurrencyLimiter } from '#src/apps/api/routes/incoming-webhooks/concurrency-limiter.ts';
import type { ApiServices, Routes } from '../../api.contract.server.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';

/** Maximum size in bytes. A bank may report many payments in one webhook, so that the limit is higher than for other calls. */
const bodyLimit = 256 * 1024;
/** Limits the database connections that storing uses, so that a flood of webhooks leaves the others to payments. */
const storing = createConcurrencyLimiter(3);
/** Maximum waiting webhooks: each holds its body and its socket. Gateways send refused webhooks again. */
const maxToStore = 64;
const inTurn: InTurn = (work) => (storing.waiting() < maxToStore ? storing.run(work) : Promise.resolve(null));
const handling = createConcurrencyLimiter(8);
/** Maximum webhooks waiting to be handled. Those beyond it are stored already, and the sweep handles them. */
const maxInLine = 500;

/** Request headers, the first value each. */
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
  const message = {
    headers: headersOf(request),
    path: request.url.split('?', 1)[0] ?? '',
    body: request.rawBody ?? Buffer.alloc(0),
    receivedAt: ctx.clock.now(),
  };
  const received = await receiveWebhook(ctx, request.params.gateway, message, inTurn);
  if (received.outcome === 'unknown-gateway') return sendProblem(reply, 'not-found');
  if (received.outcome === 'refused') return sendProblem(reply, 'incoming-webhook-refused');
  if (received.outcome === 'busy') return sendProblem(reply.header('retry-after', '5'), 'storage-unreachable');
  // Acknowledged once stored. If this process ends now, the sweep handles the webhook.
  setImmediate(() => void handleAll(services, received.webhooks));
  return reply
    .code(200)
    .serializer((text: string) => text)
    .type('application/json')
    .send(JSON.stringify(received.acknowledgement ?? {}));
}

async function handleAll({ ctx }: ApiServices, stored: ReceivedWebhook['webhooks']): Promise<void> {
  for (const row of stored) {
    try {
      if (handling.waiting() < maxInLine) await handling.run(() => handleWebhook(ctx, row));
    } catch (thrown) {
      ctx.log.error('webhook-failed', { incomingWebhookId: row.id, error: thrown });
    }
  }
}

export const routes: Routes = (app, services) => {
  const schema = {
    summary: "Receive a gateway's webhook about a charge",
    description: 'Only a hint: it is stored once, acknowledged, and the gateway is asked for the state.',
    response: { 200: z.unknown().describe('The answer that the gateway expects.'), 401: problemDocument, ...problems },
  };
  app.post<{ Params: { gateway: string } }>('/v1/notifications/:gateway', { schema, bodyLimit }, (request, reply) =>
    receive(services, request, reply),
  );
  // Some gateways append a path of their own to the configured address.
  app.post<{ Params: { gateway: string } }>(
    '/v1/notifications/:gateway/*',
    { schema: { ...schema, hide: true }, bodyLimit },
    (request, reply) => receive(services, request, reply),
  );
};
