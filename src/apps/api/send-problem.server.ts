import type { FastifyReply } from 'fastify';
import { problem, PROBLEM_TYPE, type ProblemExtras } from '#src/kernel/http/problems/problem.ts';
import type { ProblemCode } from '#src/kernel/http/problems/problem-codes.ts';

/** Answers with an RFC 9457 problem document. */
export function sendProblem(reply: FastifyReply, code: ProblemCode, extras: ProblemExtras = {}): FastifyReply {
  const document = problem(code, { ...extras, instance: reply.request.id });
  // The serializer of a route's schema is for its good answers: a problem is written as it is.
  return reply
    .code(document.status)
    .type(PROBLEM_TYPE)
    .serializer((value: unknown) => JSON.stringify(value))
    .send(document);
}
