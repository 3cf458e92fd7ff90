import type { FastifyInstance } from 'fastify';
import { opens } from '#src/domain/capabilities/index.server.ts';
import { buyerPageById, exportData } from '#src/domain/personal-data/index.server.ts';
import { readPass } from '#src/kernel/http/pass-cookies.server.ts';
import { markRefused } from '#src/kernel/http/refusals.server.ts';
import type { CheckoutDeps } from './checkout-deps.server.ts';

/** Serves what is kept about a buyer as one file, to who came by their letter's link. For a stranger there is nothing. */
export function serveExports(app: FastifyInstance, { ctx, publicOrigin }: CheckoutDeps): void {
  const isHttps = publicOrigin.startsWith('https:');
  app.get<{ Params: { readonly page: string } }>('/my-purchases/:page/data.json', async (request, reply) => {
    const { page: id } = request.params;
    const token = readPass(request.headers.cookie, id, isHttps);
    const isOpen = token !== null && (await opens(ctx, id, token));
    const page = isOpen ? await buyerPageById(ctx.db, id) : null;
    reply.headers({
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    if (!page) {
      markRefused(request.raw, 'letter');
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
