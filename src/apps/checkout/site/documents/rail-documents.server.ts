import type { FastifyInstance } from 'fastify';
import { mayViewOrder } from '#src/domain/customers/magic-links/index.server.ts';
import { orderView } from '#src/domain/orders/index.server.ts';
import type { RailDocument } from '#src/domain/payments/index.ts';
import { quoteById, quoteTitle } from '#src/domain/checkout/quotes/index.server.ts';
import { identifyBrowser } from '#src/kernel/http/cookies/browser-cookie.server.ts';
import { readMagicLinks } from '#src/kernel/http/cookies/magic-link-cookies.server.ts';
import { brandOf } from '#src/branding/index.server.ts';
import { railDocuments } from '#src/rails/registry.documents.server.generated.ts';
import type { CheckoutDeps } from '../checkout-deps.server.ts';

interface DocumentParams {
  readonly order: string;
  readonly attempt: string;
  readonly fileName: string;
}

const lists: Readonly<Record<string, readonly RailDocument[]>> = railDocuments;

/** Documents of an attempt, from its rail. */
export function railDocumentsOf(rail: string): readonly RailDocument[] {
  return lists[rail] ?? [];
}

/** Address of a document, for the browser whose session holds the order. */
export function railDocumentUrl(orderId: string, attemptId: string, fileName: string): string {
  return `/documents/${encodeURIComponent(orderId)}/${encodeURIComponent(attemptId)}/${encodeURIComponent(fileName)}`;
}

/** Serves the rails' documents. A foreign and a missing order get the same answer. */
export function serveRailDocuments(app: FastifyInstance, deps: CheckoutDeps): void {
  const isHttps = deps.publicOrigin.startsWith('https:');
  app.get<{ Params: DocumentParams }>('/documents/:order/:attempt/:fileName', async (request, reply) => {
    const { order: orderId, attempt: attemptId, fileName } = request.params;
    const browser = identifyBrowser(request.headers.cookie, isHttps);
    const magicLinks = readMagicLinks(request.headers.cookie);
    const isOpen =
      browser.cookie === null && (await mayViewOrder(deps.ctx, { hash: browser.hash, magicLinks }, orderId));
    const view = isOpen ? await orderView(deps.ctx, orderId) : null;
    const attempt = view?.attempts.find(({ id }) => id === attemptId);
    const document =
      attempt && railDocumentsOf(attempt.rail).find((one) => one.fileName === fileName && one.isReady(attempt));
    reply.headers({
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    if (!view || !attempt || !document) return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
    const { order } = view;
    const quote = await quoteById(deps.ctx.db, order.sessionId, order.quoteId);
    const content = await document.render({
      attempt,
      order,
      description: quote ? quoteTitle(quote) : order.productCode,
      sellerName: brandOf(deps.brands, order.brand, order.variant)?.businessName ?? '',
    });
    return reply
      .headers({
        'content-type': document.contentType,
        'content-disposition': `inline; filename="${document.fileName}"`,
        'content-security-policy': "default-src 'none'; sandbox",
      })
      .send(content);
  });
}
