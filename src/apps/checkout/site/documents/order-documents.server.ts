import type { FastifyInstance, FastifyReply } from 'fastify';
import { mayViewOrder } from '#src/domain/customers/magic-links/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import {
  contractPdf,
  isDocumentName,
  type DocumentName,
  receiptPdf,
} from '#src/domain/documents/contracts/index.server.ts';
import { auditTrailOf, auditTrailPdf, signingKeysPath } from '#src/domain/documents/audit-trail/index.server.ts';
import { identifyBrowser } from '#src/kernel/http/cookies/browser-cookie.server.ts';
import { readMagicLinks } from '#src/kernel/http/cookies/magic-link-cookies.server.ts';
import type { CheckoutDeps } from '../checkout-deps.server.ts';
import { orderOfEmailLink, readEmailLinkToken } from '../email-link-access.server.ts';

interface OrderDocumentParams {
  readonly order: string;
  readonly name: string;
}

type RenderDocument = (ctx: DomainContext, orderId: string) => Promise<Buffer | null>;

const renderers: Readonly<Record<DocumentName, RenderDocument>> = {
  'receipt.pdf': receiptPdf,
  'contract.pdf': contractPdf,
  'evidence.pdf': auditTrailPdf,
  'evidence.json': async (ctx, orderId) => {
    const evidence = await auditTrailOf(ctx, orderId);
    return evidence && Buffer.from(evidence.text);
  },
};

/** Whether these cookies authorize an order's documents: its session, an order's magic link, or the account page's. */
export async function mayReadDocuments(
  ctx: DomainContext,
  cookies: string | undefined,
  orderId: string,
  isHttps: boolean,
): Promise<boolean> {
  const letter = readEmailLinkToken(cookies, isHttps);
  if (letter !== null && (await orderOfEmailLink(ctx, letter)) === orderId) return true;
  const browser = identifyBrowser(cookies, isHttps);
  return mayViewOrder(ctx, { hash: browser.hash, magicLinks: readMagicLinks(cookies) }, orderId);
}

/** Serves the documents of orders, and the keys that verify their seals. A foreign order gets a 404. */
export function serveOrderDocuments(app: FastifyInstance, { ctx, publicOrigin }: CheckoutDeps): void {
  const isHttps = publicOrigin.startsWith('https:');
  app.get<{ Params: OrderDocumentParams }>('/documents/:order/:name', async (request, reply) => {
    const { order: orderId, name } = request.params;
    const isOpen = isDocumentName(name) && (await mayReadDocuments(ctx, request.headers.cookie, orderId, isHttps));
    const content = isOpen ? await renderers[name](ctx, orderId) : null;
    return sendDocument(reply, name, content);
  });
  app.get(signingKeysPath, (_request, reply) =>
    reply
      .headers({ 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' })
      .send({ keys: ctx.signingKey?.publicKeys ?? [] }),
  );
}

function sendDocument(reply: FastifyReply, name: string, content: Buffer | null): FastifyReply {
  reply.headers({
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  if (content === null) return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
  const isPdf = name.endsWith('.pdf');
  return reply
    .headers({
      'content-type': isPdf ? 'application/pdf' : 'application/json; charset=utf-8',
      'content-disposition': `${isPdf ? 'inline' : 'attachment'}; filename="${name}"`,
      'content-security-policy': "default-src 'none'; sandbox",
    })
    .send(content);
}
