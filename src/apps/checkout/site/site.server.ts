import type { FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '#src/kernel/db/database-unavailable.server.ts';
import { withQuery } from '#src/domain/checkout/flows/index.ts';
import type { TemplatePaths } from '#src/domain/catalog/brand-data/index.ts';
import { type IdentifiedBrowser, identifyBrowser } from '#src/kernel/http/cookies/browser-cookie.server.ts';
import { tagManagerOrigins, trackingState } from './consent/tag-manager.server.ts';
import type { PublicPageRequest, PageRequest } from '../framework/page.server.ts';
import type { RenderInput, Site } from '../framework/site.contract.server.ts';
import { createPageRenderer } from './render-page.server.ts';
import { partsOf, sheetsOf } from './page-parts.server.ts';
import { buildPublicRequest, buildFlowRequest, pathOfRequest, queryOf, type SiteDeps } from './build-request.server.ts';
import { isStaging, stagingCookie } from './staging.server.ts';
import type { Visit } from '../framework/page.server.ts';

export const errorPath = '/generic-error';
/** Id of the page that answers a form from a browser without cookies. */
const cookiesPage = 'cookies-disabled';

/** The state of one request. */
interface Answering {
  readonly known: IdentifiedBrowser;
  readonly isStaging: boolean;
}

/** The checkout's implementation of the framework's site: opens requests and renders documents. */
export function checkoutSite(deps: SiteDeps, paths: TemplatePaths): Site {
  const isHttps = deps.publicOrigin.startsWith('https:');
  const answering = new WeakMap<FastifyRequest, Answering>();
  const visits = new WeakMap<object, Visit | null>();
  const document = createPageRenderer(deps, paths);
  const origins = tagManagerOrigins(deps.tagManagerOrigin);

  const begin = (request: FastifyRequest): Answering => {
    const there = answering.get(request);
    if (there) return there;
    const { cookie } = request.headers;
    // Production accepts no staging cookie, even with a valid signature: two installations may share a secret by mistake.
    const isMarked = (): boolean =>
      queryOf(request).values['staging'] === '1' || isStaging(cookie, deps.cookieSecret, isHttps);
    const made = {
      known: identifyBrowser(cookie, isHttps),
      isStaging: deps.environment !== 'production' && isMarked(),
    };
    answering.set(request, made);
    return made;
  };
  const staging = new WeakSet<object>();

  return {
    origins: new Set([deps.publicOrigin]),
    isHttps,
    frames: { fields: [deps.fieldsOrigin], challenge: deps.challengeOrigins },
    open: async (manifest, request) => {
      const state = begin(request);
      const read =
        manifest.needs === 'flow'
          ? buildFlowRequest(deps, paths, request, state.known)
          : buildPublicRequest(deps, paths, request, state.known);
      if ('kind' in read) return read;
      const opened = await withActiveVoucher(read);
      visits.set(opened, 'visit' in opened ? opened.visit : null);
      if (state.isStaging) staging.add(opened);
      return opened;
    },
    log: deps.ctx.log,
    partScripts: (ids) => partsOf(deps.views, ids).flatMap(({ script }) => (script ? [script.entry] : [])),
    partSheets: (pageId, ids) => {
      const page = deps.views.pages[pageId];
      return page ? sheetsOf(deps.views, page, partsOf(deps.views, ids)) : [];
    },
    document: (shown) =>
      document({ ...shown, visit: visits.get(shown.request) ?? null, isStaging: staging.has(shown.request) }),
    cookies: (request) => {
      const { known, isStaging: isMarked } = begin(request);
      const wasMarked = isStaging(request.headers.cookie, deps.cookieSecret, isHttps);
      return [
        ...(known.cookie ? [known.cookie] : []),
        ...(isMarked && !wasMarked ? [stagingCookie(deps.cookieSecret, isHttps)] : []),
      ];
    },
    errorAddress: (request, reference) => withQuery(errorPath, { ...queryOf(request).values, reference }),
    isErrorPage: (request) => pathOfRequest(request) === errorPath,
    tagManager: ({ manifest, request }) =>
      trackingState(manifest, request, visits.get(request) ?? null).tagManager === null ? null : origins,
    cookiesDisabled: (shown) => document(cookiesDocument(shown, visits.get(shown.request) ?? null)),
  };
}

/**
 * A page with a price needs the checked voucher. A page that replaces another one needs nothing: it also works while the
 * database is unavailable.
 */
async function withActiveVoucher(opened: PublicPageRequest | PageRequest): Promise<PublicPageRequest | PageRequest> {
  if ('inFlow' in opened) return opened;
  try {
    return { ...opened, visit: { ...opened.visit, voucher: await opened.activeVoucher() } };
  } catch (error) {
    if (isDatabaseUnavailable(error)) return opened;
    throw error;
  }
}

function cookiesDocument(shown: Omit<RenderInput, 'data' | 'form' | 'head'>, visit: Visit | null) {
  const manifest = { ...shown.manifest, id: cookiesPage, hasBehaviour: false, words: ['cookies.'] };
  const data = { retry: shown.request.href(shown.request.path) };
  return { ...shown, manifest, data, form: null, head: null, visit, isStaging: false };
}
