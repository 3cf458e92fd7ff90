import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptsEncoding } from '#src/kernel/http/server/accepts-encoding.ts';
import type { ApiServices } from '../api.contract.server.ts';
import { operatorOf } from '../operator.server.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';
import { apiDocuments } from './describe-api.server.ts';
import { docsPage } from './docs-page.server.ts';
import { docsScript } from './docs-script.ts';
import { docsStyle } from './docs-style.ts';

/** A document's response bodies, built and compressed once when the server starts. */
interface Built {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

function build(type: string, text: string): Built {
  const plain = Buffer.from(text);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { type, etag, plain, br: brotliCompressSync(plain, quality), gzip: gzipSync(plain) };
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Hashes in place of a nonce, so that the page has the same bytes for every reader and can be cached. */
const policy = [
  "default-src 'none'",
  `style-src ${hashOf(docsStyle)}`,
  `script-src ${hashOf(docsScript)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

function send(request: FastifyRequest, reply: FastifyReply, built: Built, cache: string): FastifyReply {
  void reply
    .type(built.type)
    .header('cache-control', cache)
    .header('etag', built.etag)
    .header('vary', 'accept-encoding')
    .header('content-security-policy', policy);
  if (request.headers['if-none-match']?.split(/\s*,\s*/).some((one) => one.replace(/^W\//, '') === built.etag))
    return reply.code(304).send();
  const accepted = request.headers['accept-encoding'];
  const coding = (['br', 'gzip'] as const).find((one) => acceptsEncoding(accepted, one));
  if (coding === undefined) return reply.send(built.plain);
  return reply.header('content-encoding', coding).send(built[coding]);
}

/**
 * Serves the OpenAPI documents and their pages. `docs.isOpen` publishes the calls of buyers and partners. The staff's calls
 * need an operator's token, unless `docs.isStaffOpen`.
 */
export function serveDocs(
  app: FastifyInstance,
  { docs, operators, origins }: Pick<ApiServices, 'docs' | 'operators' | 'origins'>,
  describe: () => object,
): void {
  const staffCalls = new Set<string>();
  app.addHook('onRoute', ({ method, url, config }) => {
    const path = url.replaceAll(/:(\w+)/g, '{$1}');
    if (config?.act) for (const one of [method].flat()) staffCalls.add(`${one.toLowerCase()} ${path}`);
  });
  const built: Partial<Record<'open' | 'staff', { readonly page: Built; readonly json: Built }>> = {};
  app.addHook('onReady', async () => {
    const documents = apiDocuments(describe(), (method, path) => staffCalls.has(`${method} ${path}`));
    const [origin = ''] = origins;
    for (const kind of ['open', 'staff'] as const)
      built[kind] = {
        page: build('text/html; charset=utf-8', docsPage(documents[kind], { origin, isStaff: kind === 'staff' })),
        json: build('application/json; charset=utf-8', JSON.stringify(documents[kind])),
      };
  });
  const mayRead = {
    open: () => docs?.isOpen ?? true,
    staff: (request: FastifyRequest) => docs?.isStaffOpen === true || operatorOf(request, operators) !== null,
  };
  const caches = { open: 'public, max-age=300', staff: 'private, no-cache' } as const;
  for (const [path, kind, form] of [
    ['/openapi.json', 'open', 'json'],
    ['/docs', 'open', 'page'],
    ['/openapi-staff.json', 'staff', 'json'],
    ['/docs/staff', 'staff', 'page'],
  ] as const)
    app.get(path, { schema: { hide: true } }, (request, reply) => {
      const document = built[kind]?.[form];
      return document && mayRead[kind](request)
        ? send(request, reply, document, caches[kind])
        : sendProblem(reply, 'not-found');
    });
}
