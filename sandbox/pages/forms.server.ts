import type { FastifyInstance } from 'fastify';

/** What an HTML form sent: the last value of each name. */
export type FormFields = Readonly<Record<string, string>>;

/** Lets a scope read `application/x-www-form-urlencoded` bodies. */
export function addForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body.toString())));
  });
}

/** The fields of a body, whether it came as a form or as JSON. */
export function fieldsOf(body: unknown): FormFields {
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? value : String(value)]),
  );
}
