import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Log } from '../../log/log.server.ts';
import { rateWindow } from '../../time/rate-window.ts';

/**
 * Whose door was closed: that of the school's staff, of somebody at a unit, of the reader of a letter, or of whoever reads
 * figures. `other`: any answer of 401 or 403.
 */
export type DeniedBy = 'operator' | 'unit' | 'magic-link' | 'metrics' | 'other';

/** Whoever may not see a thing is told that there is none: the answer's status says nothing, so it is said here. */
const marked = new WeakMap<IncomingMessage, DeniedBy>();

/** Says that a request was refused because of who asked. `logDeniedRequests` writes it down with its answer. */
export function markDenied(request: IncomingMessage, at: DeniedBy): void {
  marked.set(request, at);
}

/** Most lines of a kind in a minute: a flood must not fill the disk on which the log lies. */
const most = 60;
const periodMs = 60_000;

/**
 * Writes each refusal of a server down, one by one (`refused`): which door, pattern of the address, method and status;
 * never the address, who asked, or what they said. What goes above the limit is counted, and told with the next line
 * (`count`: how many were left out before it). Add it before the routes.
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
        // Letters grow old every day: whoever comes by one worries nobody.
        if (kind === 'magic-link') log.info('refused', fields);
        else log.warn('refused', fields);
      }
    }
    done();
  });
}
