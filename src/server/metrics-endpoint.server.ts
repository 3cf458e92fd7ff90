import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { markDenied } from '#src/kernel/http/server/denied-requests.server.ts';
import type { Metrics } from '#src/platform/telemetry/metrics.server.ts';

export interface MetricsEndpointOptions {
  readonly metrics: Metrics;
  /** What a collector says as `Authorization: Bearer …`; null where none was configured. */
  readonly token: string | null;
  /** Whether metrics need no token: only where nothing outside this machine reaches the server. */
  readonly isOpen: boolean;
}

/** Measures every answer of a server by the pattern of its address. Add it before the routes. */
export function measureResponses(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.answered({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
    done();
  });
}

/**
 * `/metrics` in Prometheus' text format. Strangers get the same answer as for an address that does not exist: figures of
 * sales are nobody's business. Without a token it is open in the test environment, which listens on loopback only, and
 * nowhere else.
 */
export function serveMetrics(app: FastifyInstance, { metrics, token, isOpen }: MetricsEndpointOptions): void {
  app.get('/metrics', async (request, reply) => {
    const mayRead = token === null ? isOpen : isSame(request.headers.authorization ?? '', `Bearer ${token}`);
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    if (!mayRead) {
      markDenied(request.raw, 'metrics');
      return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
    }
    const { type, body } = await metrics.text();
    return reply.type(type).send(body);
  });
}

/** Compares in a time that tells nothing of where the texts differ, or how long the wanted one is. */
function isSame(given: string, wanted: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}
