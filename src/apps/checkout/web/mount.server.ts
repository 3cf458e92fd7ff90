import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contentPolicy, pageHeaders } from './document.server.ts';
import { formLimit, isOurOwnPost, parseForm } from './form.server.ts';
import type { AnyServerPage, BareRequest, Loaded, PageHead, PageRequest, ServerPage, Submitted } from './page.server.ts';
import type { FormState, PageManifest } from './page.ts';

/** A page: its manifest and its server half. */
export interface MountedPage {
  readonly manifest: PageManifest;
  readonly page: AnyServerPage;
}

/** What a page's document is made of, besides its data. */
export interface Shown {
  readonly manifest: PageManifest;
  readonly request: BareRequest;
  readonly nonce: string;
  readonly data: unknown;
  readonly form: FormState | null;
  readonly head: PageHead | null;
}

/** The part of the site that the framework leaves to its user. */
export interface Site {
  /** Origins under which this site may be asked; their hosts are the only accepted ones (otherwise 421). */
  readonly origins: ReadonlySet<string>;
  readonly isHttps: boolean;
  /** Origins of foreign frames by purpose, see `PageManifest.frames`. */
  readonly frames: Readonly<Record<'fields' | 'challenge', readonly string[]>>;
  /** Reads cookie and link; for pages of a flow also product, brand, seller and session. */
  readonly open: (manifest: PageManifest, request: FastifyRequest) => Promise<BareRequest | PageRequest | { readonly kind: 'problem'; readonly code: string }>;
  readonly document: (shown: Shown) => string;
  /** Cookies that this browser must be given with the answer, as `Set-Cookie` values. */
  readonly cookies: (request: FastifyRequest) => readonly string[];
  /** Where a failed load leads: /generic-error with the cleaned query and a reference number. */
  readonly errorAddress: (request: FastifyRequest, reference: string) => string;
  /** Whether the request is for that page itself, which must never lead to itself again. */
  readonly isErrorPage: (request: FastifyRequest) => boolean;
  /** Answer to a form that came without any cookie of ours. */
  readonly cookiesDisabled: (shown: Omit<Shown, 'data' | 'form' | 'head'>) => string;
}

const allMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/**
 * Adds every page to Fastify, in a scope of its own: forms are parsed here and nowhere else. `notFound` answers every
 * address that nobody else has.
 */
export async function mountPages(app: FastifyInstance, site: Site, pages: readonly MountedPage[], notFound: MountedPage): Promise<void> {
  const hosts = new Set([...site.origins].map((origin) => new URL(origin).host));
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: formLimit }, (_request, body, done) => done(null, body));
    scope.addContentTypeParser('*', { bodyLimit: formLimit }, (_request, _payload, done) => done(null, undefined));
    scope.addHook('onRequest', async (request, reply) => {
      if (!hosts.has(request.headers.host ?? '')) return reply.code(421).type('text/plain').send('Misdirected request');
      return undefined;
    });
    scope.setErrorHandler((error, request, reply) => fail(site, request, reply, error));
    for (const mounted of pages) mount(scope, site, mounted);
    scope.setNotFoundHandler((request, reply) => answer(site, notFound, request, reply));
  });
}

function mount(scope: FastifyInstance, site: Site, mounted: MountedPage): void {
  const { manifest } = mounted;
  const allowed: readonly string[] = manifest.methods === 'any' ? allMethods : manifest.methods;
  for (const url of manifest.paths) {
    scope.route({
      method: [...allMethods],
      url,
      handler: (request, reply) => {
        const method = request.method === 'HEAD' ? 'GET' : request.method;
        if (allowed.includes(method)) return answer(site, mounted, request, reply);
        return reply.code(405).header('allow', allowed.join(', ')).type('text/plain').send('Method not allowed');
      },
    });
  }
}

async function answer(site: Site, mounted: MountedPage, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { manifest } = mounted;
  const isForm = request.method === 'POST' && manifest.methods !== 'any';
  if (isForm && manifest.postsFrom !== 'anyone' && !isOurOwnPost(sender(request), site.origins)) {
    return reply.code(403).type('text/plain').send('This form was sent from another site');
  }
  const opened = await site.open(manifest, request);
  if (manifest.cache !== 'public') for (const cookie of site.cookies(request)) reply.header('set-cookie', cookie);
  if ('kind' in opened) return toError(site, request, reply, opened.code);

  const nonce = randomBytes(16).toString('base64');
  const run = runner(mounted, opened);
  if (!isForm) return write(site, reply, { manifest, request: opened, nonce }, await run.load(), null, request);
  if (manifest.postsFrom !== 'anyone' && !opened.browser.isKnown) {
    return send(site, reply, manifest, nonce, 400, site.cookiesDisabled({ manifest, request: opened, nonce }));
  }
  const form = parseForm(typeof request.body === 'string' ? request.body : '');
  if (!form.ok) return reply.code(form.error === 'form-too-large' ? 413 : 400).type('text/plain').send('This form cannot be read');
  const submitted = await run.submit(form.value);
  if (submitted.kind !== 'refused') return write(site, reply, { manifest, request: opened, nonce }, submitted, null, request);
  const { values, errors, status = 422 } = submitted;
  const loaded = await run.load();
  const again = loaded.kind === 'data' ? { ...loaded, status } : loaded;
  return write(site, reply, { manifest, request: opened, nonce }, again, { values, errors }, request);
}

function sender(request: FastifyRequest): { origin: string | undefined; fetchSite: string | undefined } {
  const site = request.headers['sec-fetch-site'];
  return { origin: request.headers.origin, fetchSite: typeof site === 'string' ? site : undefined };
}

/**
 * A form that the page's own script sent (`send-form.ts`): the same work, answered in JSON, so that the page keeps what it
 * holds. Always 200: whether the form was refused is in the answer.
 */
function isForScript(request: FastifyRequest): boolean {
  return request.method === 'POST' && request.headers.accept === 'application/json';
}

interface Runner {
  readonly load: () => Promise<Loaded<unknown>>;
  readonly submit: (form: Readonly<Record<string, string>>) => Promise<Submitted>;
}

function runner({ manifest, page }: MountedPage, request: BareRequest | PageRequest): Runner {
  if (page.needs === 'nothing') return bind(page, request);
  if (!('session' in request)) throw new Error(`${manifest.id} was opened without its flow`);
  return bind(page, request);
}

function bind<R extends BareRequest>(page: ServerPage<unknown, R>, request: R): Runner {
  return {
    load: async () => page.load(request),
    submit: async (form) => {
      if (!page.submit) throw new Error('This page takes no form');
      return page.submit(form, request);
    },
  };
}

function write(
  site: Site,
  reply: FastifyReply,
  shown: Pick<Shown, 'manifest' | 'request' | 'nonce'>,
  result: Loaded<unknown>,
  form: FormState | null,
  request: FastifyRequest,
): unknown {
  if (result.kind === 'problem') return toError(site, request, reply, result.code);
  if (result.kind === 'redirect') {
    for (const cookie of result.cookies ?? []) reply.header('set-cookie', cookie);
    if (isForScript(request)) return reply.header('cache-control', 'no-store').send({ kind: 'redirect', to: result.to });
    return reply.header('cache-control', 'no-store').redirect(result.to, request.method === 'POST' ? 303 : 307);
  }
  const head = result.head ?? null;
  for (const [name, value] of Object.entries(head?.headers ?? {})) reply.header(name, value);
  if (isForScript(request)) {
    return reply.header('cache-control', 'no-store').send({ kind: 'page', data: result.data, form, summary: head?.summary ?? null });
  }
  const html = site.document({ ...shown, data: result.data, form, head });
  return send(site, reply, shown.manifest, shown.nonce, result.status ?? 200, html);
}

function send(site: Site, reply: FastifyReply, manifest: PageManifest, nonce: string, status: number, html: string): unknown {
  const frames = manifest.frames ? site.frames[manifest.frames] : [];
  const formTargets = manifest.frames === 'challenge' ? frames : [];
  const policy = contentPolicy({ nonce, hasScript: manifest.hasBehaviour, frames, formTargets });
  return reply.code(status).headers(pageHeaders(manifest, policy, site.isHttps)).send(html);
}

/** Said when even the page for errors cannot be made (specification, section 8). */
const lastResort = 'Ocorreu um erro inesperado, por gentileza tente novamente mais tarde.';

/** Nothing is thrown at a buyer: the cause goes to the log under a reference number that the page shows. */
function toError(site: Site, request: FastifyRequest, reply: FastifyReply, code: string): unknown {
  const reference = randomBytes(5).toString('hex').toUpperCase();
  request.log.warn({ code, reference, path: request.url.split('?', 1)[0] }, 'a page could not be shown');
  if (isForScript(request)) return reply.header('cache-control', 'no-store').send({ kind: 'redirect', to: site.errorAddress(request, reference) });
  if (site.isErrorPage(request)) return reply.code(500).type('text/plain; charset=utf-8').send(`${lastResort} (${reference})`);
  return reply.header('cache-control', 'no-store').redirect(site.errorAddress(request, reference), request.method === 'GET' || request.method === 'HEAD' ? 307 : 303);
}

function fail(site: Site, request: FastifyRequest, reply: FastifyReply, error: unknown): unknown {
  const status = error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  if (status >= 400 && status < 500) return reply.code(status).type('text/plain').send('This request cannot be read');
  request.log.error({ err: error }, 'a page failed');
  return toError(site, request, reply, 'unexpected');
}
