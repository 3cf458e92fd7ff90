import type { FastifyReply } from 'fastify';

/** A refusal in Pagar.me's form: a sentence, and the fields that are wrong. */
export interface Problem {
  readonly status: number;
  readonly message: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

export const notFound: Problem = { status: 404, message: 'Charge not found.' };
export const keyTaken: Problem = { status: 409, message: 'This idempotency key was used with another request.' };

export function wrongFields(fields: readonly string[]): Problem {
  const errors = Object.fromEntries(fields.map((field) => [`order.${field}`, ['The value is not valid.']]));
  return { status: 422, message: 'The request is invalid.', errors };
}

export function wrongState(message: string): Problem {
  return { status: 412, message };
}

export function sendProblem(reply: FastifyReply, { status, message, errors }: Problem): FastifyReply {
  return reply.code(status).send({ message, ...(errors ? { errors } : {}) });
}
