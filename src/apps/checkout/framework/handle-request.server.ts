import { randomInt } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable, logDatabaseUnavailable } from '#src/kernel/db/database-unavailable.server.ts';
import { markDenied } from '#src/kernel/http/server/denied-requests.server.ts';
import { randomText } from '#src/kernel/ids/ids.server.ts';
import { compressDocument } from './compress-document.server.ts';
import { contentPolicy, type PageDocument, pageHeaders, preloadHeader } from './document.server.ts';
import { isSameOriginPost, parseForm, withoutCardNumbers } from './form.server.ts';
import type { FormFields, LoadResult, PageHead } from './page.server.ts';
import type { FormState, PageManifest } from './page.ts';
import { runner } from './page-runner.server.ts';
import type { RegisteredPage, ServedSite, RenderInput } from './site.contract.server.ts';

/** The page that answers the request. */
type HandledPage = Pick<RenderInput, 'manifest' | 'request' | 'nonce'>;

/** Loads or submits a page and answers with a document, a redirect or, for the page's own script, JSON. */
export async function handlePageRequest(
  site: ServedSite,
  registered: RegisteredPage,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { manifest } = registered;
  const isForm = request.method === 'POST' && manifest.methods !== 'any';
  if (isForm && manifest.postsFrom !== 'anyone' && !isSameOriginPost(sender(request), site.origins)) {
    return sendErrorPage(site, request, reply, 403);
  }
  const opened = await site.open(manifest, request);
  if (manifest.cache !== 'public') for (const cookie of site.cookies(request)) reply.header('set-cookie', cookie);
  if ('kind' in opened) return redirectToErrorPage(site, request, reply, opened.code);

  const page = { manifest, request: opened, nonce: randomText(16) };
  const run = runner(registered, opened);
  if (!isForm) return write(site, reply, page, await run.load(), null, request);
  if (manifest.postsFrom !== 'anyone' && !opened.browser.isKnown)
    return send(site, reply, page, 400, site.cookiesDisabled(page));
  const form = parseForm(typeof request.body === 'string' ? request.body : '');
  if (!form.ok) return sendErrorPage(site, request, reply, form.error === 'form-too-large' ? 413 : 400);
  const submitted = await run.submit(withoutCardNumbers(form.value));
  if (submitted.kind !== 'refused') return write(site, reply, page, submitted, null, request);
  const { values, errors, status = 422, rerunParts = [] } = submitted;
  const loaded = await run.load();
  const again = loaded.kind === 'data' ? { ...loaded, status } : loaded;
  return write(site, reply, page, again, { values, errors }, request, rerunParts);
}

function sender(request: FastifyRequest): { origin: string | undefined; fetchSite: string | undefined } {
  const site = request.headers['sec-fetch-site'];
  return { origin: request.headers.origin, fetchSite: typeof site === 'string' ? site : undefined };
}

/**
 * Answers a form of the page's own script (`send-form.ts`) in JSON, so that the page keeps its state. The status is always
 * 200; the body says whether the form was refused.
 */
function isForScript(request: FastifyRequest): boolean {
  return request.method === 'POST' && request.headers.accept === 'application/json';
}

function write(
  site: ServedSite,
  reply: FastifyReply,
  page: HandledPage,
  result: LoadResult<unknown>,
  form: FormState | null,
  request: FastifyRequest,
  rerunParts: readonly string[] = [],
): unknown {
  if (result.kind === 'problem') return redirectToErrorPage(site, request, reply, result.code);
  if (result.deniedBy) markDenied(request.raw, result.deniedBy);
  if (result.kind === 'redirect') {
    for (const cookie of result.cookies ?? []) reply.header('set-cookie', cookie);
    if (isForScript(request))
      return reply.header('cache-control', 'no-store').send({ kind: 'redirect', to: result.to });
    return reply
      .header('cache-control', 'no-store')
      .redirect(result.to, request.method === 'POST' || result.isFinal ? 303 : 307);
  }
  const head = result.head ?? null;
  if (isForScript(request)) {
    return reply.header('cache-control', 'no-store').send({
      kind: 'page',
      data: result.data,
      form,
      summary: head?.summary ?? null,
      // A new address for each run, so that the script runs again.
      parts: [
        ...site.partScripts(head?.parts ?? []),
        ...site.partScripts(rerunParts).map((href) => `${href}?${page.nonce}`),
      ],
      sheets: site.partSheets(page.manifest.id, head?.parts ?? []),
    });
  }
  const shown = result.view === undefined ? page : { ...page, manifest: viewOf(site, result.view) };
  const withWork = rerunParts.length > 0 ? { ...head, parts: [...(head?.parts ?? []), ...rerunParts] } : head;
  const document = site.document({ ...shown, data: result.data, form, head: withWork });
  return send(site, reply, shown, result.status ?? 200, document, head?.headers);
}

function viewOf(site: ServedSite, id: string): PageManifest {
  const manifest = site.manifests.get(id);
  if (!manifest) throw new Error(`There is no page ${id} to show this with`);
  return manifest;
}

function send(
  site: ServedSite,
  reply: FastifyReply,
  page: HandledPage,
  status: number,
  { html, scripts }: PageDocument,
  headers: PageHead['headers'] = {},
): unknown {
  const { manifest, nonce } = page;
  const frames = framesOf(site, manifest);
  const isChallenge = manifest.frames === 'challenge';
  const policy = contentPolicy({
    nonce,
    hasScript: manifest.hasBehaviour,
    // The bank's frame returns to our own page.
    frames: isChallenge ? ["'self'", ...frames] : frames,
    formTargets: isChallenge ? frames : [],
    isFrameable: manifest.framedBy === 'ourselves',
    hasVideo: manifest.showsVideo ?? false,
    tagManager: site.tagManager(page),
  });
  const packed = compressDocument(html, reply.request.headers['accept-encoding']);
  return reply
    .code(status)
    .headers({ ...pageHeaders(manifest, policy, site.isHttps), ...preloadHeader(scripts, nonce), ...headers })
    .headers(packed.encoding ? { 'content-encoding': packed.encoding } : {})
    .send(packed.body);
}

function framesOf({ frames }: ServedSite, manifest: PageManifest): readonly string[] {
  if (manifest.frames === 'ourselves') return ["'self'"];
  return manifest.frames ? frames[manifest.frames] : [];
}

/** Letters that are not confused on the phone. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A reference number of letters only, because the log redacts long runs of digits as tax ids. */
function newReference(): string {
  return Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
}

/** The text when the error page itself fails (specification, section 8). */
const fallbackMessage = 'Ocorreu um erro inesperado, por gentileza tente novamente mais tarde.';

/** Shows the error page with a reference number; the cause is logged under it. */
function redirectToErrorPage(site: ServedSite, request: FastifyRequest, reply: FastifyReply, code: string): unknown {
  const reference = newReference();
  site.log.warn('page-failed', { code, reference, route: request.routeOptions.url ?? '' });
  if (isForScript(request))
    return reply
      .header('cache-control', 'no-store')
      .send({ kind: 'redirect', to: site.errorAddress(request, reference) });
  if (site.isErrorPage(request))
    return reply.code(500).type('text/plain; charset=utf-8').send(`${fallbackMessage} (${reference})`);
  return reply
    .header('cache-control', 'no-store')
    .redirect(site.errorAddress(request, reference), request.method === 'GET' || request.method === 'HEAD' ? 307 : 303);
}

/** Refuses a request in the buyer's language. Nothing of it is read or repeated. */
export async function sendErrorPage(
  site: ServedSite,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
): Promise<unknown> {
  const { manifest } = site.refusal;
  const opened = await site.open(manifest, request);
  const loaded = 'kind' in opened ? null : await runner(site.refusal, opened).load();
  if ('kind' in opened || loaded?.kind !== 'data')
    return reply.code(status).type('text/plain; charset=utf-8').send(fallbackMessage);
  const page = { manifest, request: opened, nonce: randomText(16) };
  return send(site, reply, page, status, site.document({ ...page, data: loaded.data, form: null, head: null }));
}

/**
 * The database is unavailable, usually for seconds: a notice replaces the page, which reloads by itself. A script keeps its
 * page with the typed values; the same form sent again charges nothing twice.
 */
async function sendUnavailablePage(site: ServedSite, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { manifest } = site.away;
  const opened = await site.open(manifest, request);
  const sent = sentForm(site, request);
  const loaded = 'kind' in opened ? null : await runner(site.away, sent ? { ...opened, sent } : opened).load();
  if ('kind' in opened || loaded?.kind !== 'data')
    return redirectToErrorPage(site, request, reply, 'database-unavailable');
  if (isForScript(request))
    return reply
      .code(503)
      .headers({ 'cache-control': 'no-store', ...loaded.head?.headers })
      .send({ kind: 'away' });
  return write(site, reply, { manifest, request: opened, nonce: randomText(16) }, loaded, null, request);
}

/** The form of one of our pages; null without one, or from another origin. */
function sentForm(site: ServedSite, request: FastifyRequest): FormFields | null {
  if (request.method !== 'POST' || typeof request.body !== 'string') return null;
  if (!isSameOriginPost(sender(request), site.origins)) return null;
  const form = parseForm(request.body);
  return form.ok ? withoutCardNumbers(form.value) : null;
}

/** Answers an error: a request that cannot be read is refused, every other error is ours. */
export function handleError(site: ServedSite, request: FastifyRequest, reply: FastifyReply, error: unknown): unknown {
  // The browser left before the first piece of its document: no one waits for an answer, and nothing has failed.
  if (reply.raw.destroyed && error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')
    return reply.hijack();
  const status =
    error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  if (status >= 400 && status < 500) return sendErrorPage(site, request, reply, status);
  if (isDatabaseUnavailable(error)) {
    logDatabaseUnavailable(site.log, error, {
      code: 'database-unavailable',
      reference: '',
      route: request.routeOptions.url ?? '',
    });
    return sendUnavailablePage(site, request, reply);
  }
  site.log.error('page-crashed', {
    reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
    route: request.routeOptions.url ?? '',
  });
  return redirectToErrorPage(site, request, reply, 'unexpected');
}
