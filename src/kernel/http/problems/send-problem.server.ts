import type { FastifyReply } from 'fastify';
import { problem, PROBLEM_TYPE, type ProblemExtras } from './problem.ts';
import type { ProblemCode } from './problem-codes.ts';

/** Sends an RFC 9457 problem document. */
export function sendProblem(reply: FastifyReply, code: ProblemCode, extras: ProblemExtras = {}): FastifyReply {
  const document = problem(code, { ...extras, instance: reply.request.id });
  // The route's serializer fits its success responses only, so the problem is serialized here.
  return reply
    .code(document.status)
    .type(PROBLEM_TYPE)
    .serializer((value: unknown) => JSON.stringify(value))
    .send(document);
}
