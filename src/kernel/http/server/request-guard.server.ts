import { STATUS_CODES } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { isDatabaseUnavailable, logDatabaseUnavailable } from '../../db/database-unavailable.server.ts';
import { problem, PROBLEM_TYPE } from '../problems/problem.ts';
import type { Log } from '../../log/log.server.ts';
import { isApiUrl, rejectUrl } from './malformed-url.server.ts';
import { strictHeaders } from './strict-headers.server.ts';

export interface RequestGuardOptions {
  /** The checkout's origin for buyers. */
  readonly publicOrigin: string;
  /** Whether the loopback names are accepted as hosts: only where nothing outside this machine reaches the server. */
  readonly allowsLoopback: boolean;
  /** Logs failures without another handler. */
  readonly log: Log;
}

/** Health checks under the process's own address. They answer without personal data. */
const probes: ReadonlySet<string> = new Set(['/healthcheck', '/readiness', '/metrics']);

/** A path with it is refused: PostgreSQL's text cannot hold it, and no name of ours contains it. */
const holdsNul = /^[^?]*%00/;

const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/**
 * Rules for every answer of a server: strict headers that a route may replace by its own, 421 for a host that is not ours
 * (RFC 9110, 15.5.20), so that no cache and no link uses another name, and no internals where a route fails. Add it before
 * the routes.
 */
export function guardRequests(app: FastifyInstance, { publicOrigin, allowsLoopback, log }: RequestGuardOptions): void {
  const { host, protocol } = new URL(publicOrigin);
  const headers = strictHeaders(protocol === 'https:');
  addErrorHandler(app, log);
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(headers);
    // Node.js reads it from the open socket and caches it: a first read after the client disconnected gives none.
    if (!request.ip) {
      request.raw.destroy();
      return reply.hijack();
    }
    if (holdsNul.test(request.raw.url ?? '')) return rejectUrl('request-malformed', request, reply);
    // Names of hosts ignore case (RFC 9110, 4.2.3).
    const asked = (request.headers.host ?? '').toLowerCase();
    if (asked === host || (allowsLoopback && loopback.test(asked))) return undefined;
    if (probes.has(request.routeOptions.url ?? '')) return undefined;
    void reply.code(421).header('cache-control', 'no-store');
    if (!isApiUrl(request.raw.url)) return reply.type('text/plain; charset=utf-8').send('Misdirected request');
    return reply.type(PROBLEM_TYPE).send(JSON.stringify(problem('host-unknown', { instance: request.id })));
  });
}

/**
 * Handles errors of routes without a handler of their own (pages and the API have one): the client gets the status text
 * only, and the cause goes to the log as `request-failed` unless it is the client's error.
 */
function addErrorHandler(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error, request, reply) => {
    const statedStatus = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    const isClientError = statedStatus >= 400 && statedStatus < 500;
    const isAway = !isClientError && isDatabaseUnavailable(error);
    const status = isClientError ? statedStatus : isAway ? 503 : 500;
    const route = request.routeOptions.url ?? 'unknown';
    if (isAway) logDatabaseUnavailable(log, error, { route });
    else if (!isClientError) log.error('request-failed', { route, error });
    return reply
      .code(status)
      .headers({ 'cache-control': 'no-store', ...(isAway ? { 'retry-after': '2' } : {}) })
      .type('text/plain; charset=utf-8')
      .send(STATUS_CODES[status] ?? 'Bad Request');
  });
}
