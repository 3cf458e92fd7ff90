import type { FastifyInstance, FastifyReply } from 'fastify';

/** A refusal of the acquirer or the slip bank: status, stable code and text. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

export function refusal(status: number, code: string, message: string): Refusal {
  return { status, code, message };
}

export function sendRefusal(reply: FastifyReply, { status, code, message }: Refusal): FastifyReply {
  return reply.code(status).send({ code, message });
}

/** Requires these credentials at every route of the scope (RFC 7617). */
export function addBasicAuth(app: FastifyInstance, user: string, password: string): void {
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization !== expected) {
      await sendRefusal(reply.header('www-authenticate', 'Basic'), refusal(401, 'unauthorized', 'Unknown merchant.'));
    }
  });
}

/** Answers malformed bodies and unexpected errors in the shape of the scope's other refusals. */
export function addJsonErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, _request, reply) => {
    const status = statusOf(error);
    return sendRefusal(
      reply,
      status < 500
        ? refusal(status, 'malformed', messageOf(error))
        : refusal(500, 'internal-error', 'Something broke here.'),
    );
  });
  app.setNotFoundHandler((_request, reply) =>
    sendRefusal(reply, refusal(404, 'no-such-address', 'Nothing lives here.')),
  );
}

export function statusOf(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 500;
  return typeof status === 'number' ? status : 500;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Malformed request.';
}
