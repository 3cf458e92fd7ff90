import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { markDenied } from '#src/kernel/http/server/denied-requests.server.ts';
import type { Metrics } from '#src/platform/telemetry/metrics.server.ts';

export interface MetricsEndpointOptions {
  readonly metrics: Metrics;
  /** Token of a collector (`Authorization: Bearer …`); null where none was configured. */
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
 * `/metrics` in Prometheus' text format. Other clients get the same answer as for an address that does not exist: figures of
 * sales are confidential. Without a token it is open in the test environment only, which listens on loopback.
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

/** Compares in constant time, so that neither the position of a difference nor the token's length can be measured. */
function isSame(given: string, wanted: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}
