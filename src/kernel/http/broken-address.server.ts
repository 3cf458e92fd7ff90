import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { problem, PROBLEM_TYPE } from '../errors/problem.ts';

/**
 * Answers what never gets as far as a route: an address that cannot be decoded (`%ff`), or with a part longer than any
 * name of ours. The API says so in a problem document, a buyer is shown the page for errors. Nothing of the address is
 * said back: it may hold what belongs in no page and no log.
 */
export function answerBrokenAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  if (!/^\/api(?:\/|\?|$)/.test(request.raw.url ?? '')) {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    void reply.header('cache-control', 'no-store').redirect('/generic-error', isRead ? 307 : 303);
    return;
  }
  const code = error.code === 'FST_ERR_BAD_URL' ? 'request-malformed' : 'not-found';
  const document = problem(code, { instance: request.id });
  void reply
    .code(document.status)
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .type(PROBLEM_TYPE)
    .serializer((value: unknown) => JSON.stringify(value))
    .send(document);
}
