import type { FastifyInstance } from 'fastify';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';

const reads: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Refuses writes that a page of ours did not send. Three proofs at once, because each has a gap of its own: the browser's
 * `Sec-Fetch-Site: same-origin`, the `Origin`, and the header `x-console: 1`, which no form and no simple request of another
 * origin can carry.
 */
export function addWriteGuard(app: FastifyInstance, origin: string): void {
  app.addHook('onRequest', async (request, reply) => {
    if (reads.has(request.method)) return undefined;
    const { headers } = request;
    const isOwn =
      headers['sec-fetch-site'] === 'same-origin' && headers.origin === origin && headers['x-console'] === '1';
    return isOwn ? undefined : sendProblem(reply, 'origin-refused');
  });
}
