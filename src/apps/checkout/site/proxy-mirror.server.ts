import { createHash, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Between the two events of the mirror's stream. */
const pauseMs = 400;

/**
 * `/readiness/request`: the request as it arrived here, so that `npm run doctor` sees what a proxy makes of it. As an event
 * stream (`Accept: text/event-stream`): two events, a moment apart. For this machine and the collector's token only.
 */
export function serveProxyMirror(app: FastifyInstance, token: string | null): void {
  app.get('/readiness/request', (request, reply) => {
    if (!mayReadStates(request, token)) return reply.callNotFound();
    void reply.header('cache-control', 'no-store');
    if (request.headers.accept !== 'text/event-stream')
      return reply.send({ address: request.ip, host: request.headers.host ?? null });
    return reply
      .headers({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
      .send(Readable.from(twoEvents()));
  });
}

async function* twoEvents(): AsyncGenerator<string> {
  yield 'data: 1\n\n';
  await sleep(pauseMs);
  yield 'data: 2\n\n';
}

/** The request comes from this machine and not through a proxy, or with the collector's token. */
export function mayReadStates(request: FastifyRequest, token: string | null): boolean {
  return isLocalRequest(request) || hasToken(request, token);
}

function isLocalRequest({ socket, headers }: FastifyRequest): boolean {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return !isForwarded && /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '');
}

function hasToken({ headers }: FastifyRequest, token: string | null): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return token !== null && timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}
