import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Whether a call carries the operator's token (`Authorization: Bearer …`), told in constant time. Without a token nobody is one. */
export function isOperator(request: FastifyRequest, token: string | null | undefined): boolean {
  const given = /^Bearer (\S{1,512})$/.exec(request.headers.authorization ?? '')?.[1];
  return token !== null && token !== undefined && given !== undefined && timingSafeEqual(digest(given), digest(token));
}
