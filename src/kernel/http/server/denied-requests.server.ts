import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Log } from '../../log/log.server.ts';
import { rateWindow } from '../../time/rate-window.ts';

/**
 * Kind of the refused access: of an operator, of a unit's staff member, of an e-mail link, or of metrics. `other`: any
 * answer of 401 or 403.
 */
export type DeniedBy = 'operator' | 'unit' | 'magic-link' | 'metrics' | 'other';

/** Refused clients get 404, so the status does not show the refusal: it is recorded here. */
const marked = new WeakMap<IncomingMessage, DeniedBy>();

/** Marks a request as refused because of its sender. `logDeniedRequests` logs it with its answer. */
export function markDenied(request: IncomingMessage, at: DeniedBy): void {
  marked.set(request, at);
}

/** Most lines of a kind in a minute: a flood must not fill the log's disk. */
const most = 60;
const periodMs = 60_000;

/**
 * Logs each refusal of a server (`refused`): kind, pattern of the address, method and status; never the address, the sender
 * or the content. Refusals above the limit are counted, and the next line gives the count (`count`: how many were left out
 * before it). Add it before the routes.
 */
export function logDeniedRequests(app: FastifyInstance, log: Log, now: () => Date): void {
  const window = rateWindow({ most, periodMs, names: 10 });
  const leftOut = new Map<DeniedBy, number>();
  app.addHook('onResponse', (request, reply, done) => {
    const status = reply.statusCode;
    const kind = marked.get(request.raw) ?? (status === 401 || status === 403 ? 'other' : null);
    if (kind !== null) {
      const missed = leftOut.get(kind) ?? 0;
      if (window.take(kind, now().getTime()) === 0) leftOut.set(kind, missed + 1);
      else {
        leftOut.delete(kind);
        const what = { kind, route: request.routeOptions.url ?? 'none', httpMethod: request.method, status };
        const fields = { ...what, ...(missed > 0 ? { count: missed } : {}) };
        // E-mail links expire every day: their use is no sign of an attack.
        if (kind === 'magic-link') log.info('refused', fields);
        else log.warn('refused', fields);
      }
    }
    done();
  });
}
