import type { FastifyInstance } from 'fastify';
import { handlePageRequest, handleError, sendErrorPage } from './handle-request.server.ts';
import { formLimit } from './form.server.ts';
import type { RegisteredPage, ServedSite, Site } from './site.contract.server.ts';

const allMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/**
 * Registers every page on Fastify, in a scope of its own: forms are parsed here only. `notFound` answers unknown addresses,
 * `refusal` refused requests, `away` requests that need an unavailable database.
 */
export async function registerPages(
  app: FastifyInstance,
  site: Site,
  pages: readonly RegisteredPage[],
  { notFound, refusal, away }: { readonly [role in 'notFound' | 'refusal' | 'away']: RegisteredPage },
): Promise<void> {
  const hosts = new Set([...site.origins].map((origin) => new URL(origin).host));
  const manifests = new Map(pages.map(({ manifest }) => [manifest.id, manifest]));
  const served: ServedSite = { ...site, manifests, refusal, away };
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formLimit },
      (_request, body, done) => done(null, body),
    );
    scope.addContentTypeParser('*', { bodyLimit: formLimit }, (_request, payload, done) => {
      payload.resume();
      done(null, undefined);
    });
    scope.addHook('onRequest', async (request, reply) => {
      // Host names ignore case (RFC 9110, 4.2.3).
      if (!hosts.has((request.headers.host ?? '').toLowerCase()))
        return reply.code(421).type('text/plain; charset=utf-8').send('Misdirected request');
      return undefined;
    });
    scope.setErrorHandler((error, request, reply) => handleError(served, request, reply, error));
    for (const registered of pages) registerPage(scope, served, registered);
    scope.setNotFoundHandler((request, reply) => handlePageRequest(served, notFound, request, reply));
  });
}

function registerPage(scope: FastifyInstance, site: ServedSite, registered: RegisteredPage): void {
  const { manifest } = registered;
  const allowed: readonly string[] = manifest.methods === 'any' ? allMethods : manifest.methods;
  for (const url of manifest.paths) {
    scope.route({
      method: [...allMethods],
      url,
      handler: (request, reply) => {
        const method = request.method === 'HEAD' ? 'GET' : request.method;
        if (allowed.includes(method)) return handlePageRequest(site, registered, request, reply);
        return sendErrorPage(site, request, reply.header('allow', allowed.join(', ')), 405);
      },
    });
  }
}
