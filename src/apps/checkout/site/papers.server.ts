import type { FastifyInstance, FastifyReply } from 'fastify';
import { maySee } from '#src/domain/capabilities/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import { contractPdf, isPaperName, type PaperName, receiptPdf } from '#src/domain/contracts/index.server.ts';
import { evidenceOf, evidencePdf, houseKeysPath } from '#src/domain/evidence/index.server.ts';
import { recogniseBrowser } from '#src/kernel/http/browser-cookie.server.ts';
import { readPasses } from '#src/kernel/http/pass-cookies.server.ts';
import type { CheckoutDeps } from './checkout-deps.server.ts';
import { orderOfLetter, readLetterToken } from './letter-access.server.ts';

interface PaperParams {
  readonly order: string;
  readonly name: string;
}

type MakePaper = (ctx: DomainContext, orderId: string) => Promise<Buffer | null>;

const makers: Readonly<Record<PaperName, MakePaper>> = {
  'receipt.pdf': receiptPdf,
  'contract.pdf': contractPdf,
  'evidence.pdf': evidencePdf,
  'evidence.json': async (ctx, orderId) => {
    const evidence = await evidenceOf(ctx, orderId);
    return evidence && Buffer.from(evidence.text);
  },
};

/** Whether whoever sends these cookies may have an order's papers: its session, a letter's pass, or a letter's way in. */
export async function mayHavePapers(
  ctx: DomainContext,
  cookies: string | undefined,
  orderId: string,
  isHttps: boolean,
): Promise<boolean> {
  const letter = readLetterToken(cookies, isHttps);
  if (letter !== null && (await orderOfLetter(ctx, letter)) === orderId) return true;
  const browser = recogniseBrowser(cookies, isHttps);
  return maySee(ctx, { hash: browser.hash, passes: readPasses(cookies) }, orderId);
}

/** Serves the papers of orders, and the keys by which their seals are checked. A stranger's order is not there. */
export function servePapers(app: FastifyInstance, { ctx, publicOrigin }: CheckoutDeps): void {
  const isHttps = publicOrigin.startsWith('https:');
  app.get<{ Params: PaperParams }>('/documents/:order/:name', async (request, reply) => {
    const { order: orderId, name } = request.params;
    const isOpen = isPaperName(name) && (await mayHavePapers(ctx, request.headers.cookie, orderId, isHttps));
    const content = isOpen ? await makers[name](ctx, orderId) : null;
    return sendPaper(reply, name, content);
  });
  app.get(houseKeysPath, (_request, reply) =>
    reply
      .headers({ 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' })
      .send({ keys: ctx.houseKey?.publicKeys ?? [] }),
  );
}

function sendPaper(reply: FastifyReply, name: string, content: Buffer | null): FastifyReply {
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
