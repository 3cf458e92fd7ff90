import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isDatabaseUnavailable, logDatabaseUnavailable } from '../../db/database-unavailable.server.ts';
import type { ProblemCode } from '../problems/problem-codes.ts';
import type { Log } from '../../log/log.server.ts';
import { sendProblem } from '../problems/send-problem.server.ts';

const byStatus: Readonly<Record<number, ProblemCode>> = {
  400: 'request-malformed',
  404: 'not-found',
  405: 'method-not-allowed',
  413: 'request-too-large',
  415: 'media-type-not-supported',
};

/** Maps an error to a problem document. Unexpected errors are logged; their details are not sent. */
export function sendFailure(
  log: Pick<Log, 'warn' | 'error'>,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = error.validation.slice(0, 20).map((issue) => ({
      path: issue.instancePath.split('/').filter(Boolean).join('.').slice(0, 100) || error.validationContext || 'body',
      code: issue.keyword,
    }));
    return sendProblem(reply, 'fields-invalid', { errors });
  }
  const status =
    error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  const known = byStatus[status];
  if (known) return sendProblem(reply, known);
  if (isDatabaseUnavailable(error)) {
    logDatabaseUnavailable(log, error, { route: request.routeOptions.url ?? 'unknown' });
    // A cluster elects another primary within seconds; a retry with the same idempotency key is safe.
    return sendProblem(reply.header('retry-after', '2'), 'storage-unreachable');
  }
  log.error('api-failed', { route: request.routeOptions.url ?? 'unknown', error });
  return sendProblem(reply, 'unexpected');
}
