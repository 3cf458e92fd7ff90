import { STATUS_CODES } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { isDatabaseUnavailable, logDatabaseUnavailable } from '../../db/database-unavailable.server.ts';
import type { Log } from '../../log/log.server.ts';

/**
 * Handles errors of routes without a handler of their own (pages and the API have one): the client gets the status text
 * only, and the cause goes to the log as `request-failed` unless it is the client's error.
 */
export function addErrorHandler(app: FastifyInstance, log: Log): void {
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
