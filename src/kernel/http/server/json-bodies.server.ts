import type { FastifyInstance } from 'fastify';

/** Maximum size of a JSON body in bytes. */
const bodyLimit = 64 * 1024;

declare module 'fastify' {
  interface FastifyRequest {
    /** The exact bytes of the body, for checking signatures. */
    rawBody: Buffer | null;
  }
}

/** Accepts JSON only. The raw bytes are kept beside the value; a body with keys that reach an object's prototype is refused. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.decorateRequest('rawBody', null);
  app.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit }, (request, body: Buffer, done) => {
    request.rawBody = body;
    const value = parseJson(body.toString('utf8'));
    if (value.ok) done(null, value.json);
    else done(Object.assign(new Error('malformed'), { statusCode: 400, code: 'request-malformed' }));
  });
}

const dangerous = /"(?:__proto__|constructor|prototype)"\s*:/;

function parseJson(text: string): { ok: true; json: unknown } | { ok: false } {
  if (text === '') return { ok: true, json: undefined };
  if (dangerous.test(text)) return { ok: false };
  try {
    return { ok: true, json: JSON.parse(text) as unknown };
  } catch {
    return { ok: false };
  }
}

/** Whether a body has more levels than `most`. Recursion ends there, so that a deep body cannot overflow the stack. */
export function nestsDeeper(body: unknown, most: number): boolean {
  if (typeof body !== 'object' || body === null) return false;
  return most === 0 || Object.values(body).some((value) => nestsDeeper(value, most - 1));
}
