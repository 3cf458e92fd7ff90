import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { markRefused } from '#src/kernel/http/refusals.server.ts';
import type { ApiOperator, ApiServices } from './api.contract.server.ts';
import { sendProblem } from './send-problem.server.ts';

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * Who of the school's staff a call comes from, by its token (`Authorization: Bearer …`), told in constant time; null for
 * everybody else. Without tokens nobody is one.
 */
export function operatorOf(request: FastifyRequest, operators: readonly ApiOperator[] = []): string | null {
  const given = /^Bearer (\S{1,512})$/.exec(request.headers.authorization ?? '')?.[1];
  if (given === undefined) return null;
  const asked = digest(given);
  return operators.filter(({ token }) => timingSafeEqual(asked, digest(token)))[0]?.name ?? null;
}

/** Lets the school's staff through, and nobody else: before anything is looked at, so that a stranger learns nothing. */
export function staffOnly({ operators }: Pick<ApiServices, 'operators'>) {
  return {
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      if (operatorOf(request, operators) !== null) return undefined;
      markRefused(request.raw, 'operator');
      return sendProblem(reply, 'not-found');
    },
  };
}
