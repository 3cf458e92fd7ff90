import type { FastifyInstance } from 'fastify';

/** The fields of an HTML form: the last value of each name. */
export type FormFields = Readonly<Record<string, string>>;

/** Lets a scope read `application/x-www-form-urlencoded` bodies. */
export function addForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body.toString())));
  });
}

/** The fields of a body, form or JSON. */
export function fieldsOf(body: unknown): FormFields {
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? value : String(value)]),
  );
}
