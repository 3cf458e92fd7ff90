import { STATUS_CODES } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { isDatabaseUnavailable, logDatabaseUnavailable } from '../../db/database-unavailable.server.ts';
import type { Log } from '../../log/log.server.ts';

/**
 * What is thrown in a route that has nobody else to answer for it, pages and the API have: the sender hears the name of a
 * status and nothing of the cause, which goes to the log as `request-failed` unless it is the sender's own.
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
