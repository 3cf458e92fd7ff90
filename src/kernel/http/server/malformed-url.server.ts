import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { problem, PROBLEM_TYPE } from '../problems/problem.ts';
import type { ProblemCode } from '../problems/problem-codes.ts';
import { strictHeaders } from './strict-headers.server.ts';

/**
 * Answers addresses that match no route for their form: one that cannot be decoded (`%ff`), or with a part longer than any
 * name of ours. The API answers with a problem document, pages with the error page. Neither repeats the address, which may
 * hold data that belongs in no page and no log.
 */
export function handleMalformedUrl(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  void rejectUrl(error.code === 'FST_ERR_BAD_URL' ? 'request-malformed' : 'not-found', request, reply);
}

/** The same for an address that a server of ours refuses; `code` is the API's problem code. */
export function rejectUrl(code: ProblemCode, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const headers = { ...strictHeaders(false), 'cache-control': 'no-store' };
  if (!isApiUrl(request.raw.url)) {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    return reply.headers(headers).redirect('/generic-error', isRead ? 307 : 303);
  }
  const document = problem(code, { instance: request.id });
  return reply
    .code(document.status)
    .headers(headers)
    .type(PROBLEM_TYPE)
    .serializer((value: unknown) => JSON.stringify(value))
    .send(document);
}

/** Whether an undecoded address is the API's, whose callers read problem documents. */
export function isApiUrl(url: string | undefined): boolean {
  return /^\/api(?:\/|\?|$)/.test(url ?? '');
}
