import type { FastifyInstance } from 'fastify';
import { answerPage, fail, showRefusal } from './answer.server.ts';
import { formLimit } from './form.server.ts';
import type { MountedPage, ServedSite, Site } from './site.contract.server.ts';

const allMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/**
 * Adds every page to Fastify, in a scope of its own: forms are parsed here and nowhere else. `notFound` answers every
 * address that nobody else has, `refusal` every request that is not taken, `away` all that needs a database which is away.
 */
export async function mountPages(
  app: FastifyInstance,
  site: Site,
  pages: readonly MountedPage[],
  { notFound, refusal, away }: { readonly [role in 'notFound' | 'refusal' | 'away']: MountedPage },
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
      // Names of hosts ignore case (RFC 9110, 4.2.3).
      if (!hosts.has((request.headers.host ?? '').toLowerCase()))
        return reply.code(421).type('text/plain; charset=utf-8').send('Misdirected request');
      return undefined;
    });
    scope.setErrorHandler((error, request, reply) => fail(served, request, reply, error));
    for (const mounted of pages) mount(scope, served, mounted);
    scope.setNotFoundHandler((request, reply) => answerPage(served, notFound, request, reply));
  });
}

function mount(scope: FastifyInstance, site: ServedSite, mounted: MountedPage): void {
  const { manifest } = mounted;
  const allowed: readonly string[] = manifest.methods === 'any' ? allMethods : manifest.methods;
  for (const url of manifest.paths) {
    scope.route({
      method: [...allMethods],
      url,
      handler: (request, reply) => {
        const method = request.method === 'HEAD' ? 'GET' : request.method;
        if (allowed.includes(method)) return answerPage(site, mounted, request, reply);
        return showRefusal(site, request, reply.header('allow', allowed.join(', ')), 405);
      },
    });
  }
}
