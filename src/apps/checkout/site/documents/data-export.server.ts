import type { FastifyInstance } from 'fastify';
import { linkOpens } from '#src/domain/customers/magic-links/index.server.ts';
import { buyerAccountById, exportData } from '#src/domain/privacy/index.server.ts';
import { readMagicLink } from '#src/kernel/http/cookies/magic-link-cookies.server.ts';
import { markDenied } from '#src/kernel/http/server/denied-requests.server.ts';
import type { CheckoutDeps } from '../checkout-deps.server.ts';

/** Serves a buyer's stored data as one file, to a browser with their magic link. Any other browser gets a 404. */
export function serveDataExport(app: FastifyInstance, { ctx, publicOrigin }: CheckoutDeps): void {
  const isHttps = publicOrigin.startsWith('https:');
  app.get<{ Params: { readonly page: string } }>('/my-purchases/:page/data.json', async (request, reply) => {
    const { page: id } = request.params;
    const token = readMagicLink(request.headers.cookie, id, isHttps);
    const isOpen = token !== null && (await linkOpens(ctx, id, token));
    const page = isOpen ? await buyerAccountById(ctx.db, id) : null;
    reply.headers({
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    if (!page) {
      markDenied(request.raw, 'magic-link');
      return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
    }
    return reply
      .headers({
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="my-data.json"',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      .send(JSON.stringify(await exportData(ctx, page), null, 2));
  });
}
