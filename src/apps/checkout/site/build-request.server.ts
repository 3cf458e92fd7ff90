import type { FastifyRequest } from 'fastify';
import {
  chooseVoucher,
  cleanQuery,
  linkOfFlow,
  type LinkQuery,
  pathOf,
  withQuery,
  withVoucher,
} from '#src/domain/checkout/flows/index.ts';
import type { TemplatePaths } from '#src/domain/catalog/brand-data/index.ts';
import { voucherToApply } from '#src/domain/risk/index.server.ts';
import {
  type CheckoutSession,
  findSession,
  openSession,
  type SessionStart,
} from '#src/domain/checkout/sessions/index.server.ts';
import { clientIdFromCookie } from '#src/domain/messaging/analytics/index.ts';
import type { IdentifiedBrowser } from '#src/kernel/http/cookies/browser-cookie.server.ts';
import { readCookies } from '#src/kernel/http/cookies/cookies.server.ts';
import { readConsent } from '#src/kernel/http/cookies/consent-cookie.server.ts';
import {
  clearMagicLinks,
  magicLinkCookie,
  readMagicLink,
  readMagicLinks,
} from '#src/kernel/http/cookies/magic-link-cookies.server.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import type { Translator } from '#src/ui/words/translator.ts';
import type { CheckoutView } from '../framework/page.ts';
import type { BaseRequest, Browser, PublicPageRequest, PageRequest, Problem } from '../framework/page.server.ts';
import { neutralView, viewOfVisit } from './checkout-view.server.ts';
import type { CheckoutDeps } from './checkout-deps.server.ts';
import { clearEmailLinkCookie, readEmailLinkToken } from './email-link-access.server.ts';
import { clearStagingCookie } from './staging.server.ts';
import { readBrokenLink, readVisit } from './visit.server.ts';
import type { Visit } from '../framework/page.server.ts';

/** The composed dependencies, with the site's own. */
export interface SiteDeps extends CheckoutDeps {
  readonly translator: (visit: Visit | null, locale: Locale) => Translator;
  /** See `PageRequest`. */
  readonly inlineSteps: PageRequest['inlineSteps'];
}

/** The parts of an HTTP request that pages use. */
export type IncomingRequest = Pick<FastifyRequest, 'method' | 'url' | 'params' | 'headers' | 'ip'>;

/** The cleaned query of a request, without personal data. */
export function queryOf(request: Pick<IncomingRequest, 'url'>): LinkQuery {
  return cleanQuery(rawQueryOf(request));
}

function rawQueryOf(request: Pick<IncomingRequest, 'url'>): URLSearchParams {
  const cut = request.url.indexOf('?');
  return new URLSearchParams(cut < 0 ? '' : request.url.slice(cut + 1));
}

/** The path for the page's own links: one that begins with two slashes, or with a host, would point to another server. */
export function pathOfRequest(request: Pick<IncomingRequest, 'url'>): string {
  const path = request.url.split('?', 1)[0] ?? '/';
  return path.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '').replace(/^[/\\]*/, '/');
}

/** A request to a page of a flow; a link without a valid target is a problem. */
export function buildFlowRequest(
  deps: SiteDeps,
  paths: TemplatePaths,
  request: IncomingRequest,
  known: IdentifiedBrowser,
): PageRequest | Problem {
  const read = readVisit(deps.brands, paths, queryOf(request), pathOfRequest(request));
  return read.ok ? buildVisitRequest(deps, paths, request, known, read.value) : { kind: 'problem', code: read.error };
}

/** The same once the link's target is known. */
export function buildVisitRequest(
  deps: SiteDeps,
  paths: TemplatePaths,
  request: IncomingRequest,
  known: IdentifiedBrowser,
  visit: Visit,
): PageRequest {
  const path = pathOfRequest(request);
  const view = viewOfVisit(visit, paths, deps.environment, path);
  const bare = buildBaseRequest(deps, request, known, visit.query, visit, view);
  return {
    ...bare,
    visit,
    inlineSteps: deps.inlineSteps,
    ...sessionsOf(deps, visit, bare),
    firstStep: withQuery(pathOf(visit.flow.steps[0], paths), visit.query.values),
  };
}

/** A request to a page without dependencies; it has the theme of the link's brand when there is one. */
export function buildPublicRequest(
  deps: SiteDeps,
  paths: TemplatePaths,
  request: IncomingRequest,
  known: IdentifiedBrowser,
): PublicPageRequest {
  const inFlow = buildFlowRequest(deps, paths, request, known);
  const isHttps = deps.publicOrigin.startsWith('https:');
  const open = {
    sandboxOrigin: deps.sandboxOrigin ?? null,
    isHttps,
    emailLinkToken: readEmailLinkToken(request.headers.cookie, isHttps),
    magicLinks: readMagicLinks(request.headers.cookie),
  };
  if (!('kind' in inFlow)) return { ...inFlow, ...open, inFlow, brokenLink: null };
  const query = queryOf(request);
  const path = pathOfRequest(request);
  const brokenLink = readBrokenLink(deps.brands, paths, query, path);
  const { visit } = brokenLink;
  const view = visit
    ? viewOfVisit(visit, paths, deps.environment, path)
    : neutralView(deps.brands.neutral, deps.environment, query.values);
  const bare = buildBaseRequest(deps, request, known, query, visit, view);
  return { ...bare, ...open, ...(visit ? { visit } : {}), inFlow: null, brokenLink };
}

function buildBaseRequest(
  deps: SiteDeps,
  request: IncomingRequest,
  known: IdentifiedBrowser,
  query: LinkQuery,
  visit: Visit | null,
  view: CheckoutView,
): BaseRequest {
  const isHttps = deps.publicOrigin.startsWith('https:');
  return {
    ctx: deps.ctx,
    brands: deps.brands,
    flags: deps.flags.of(visit?.brand.id ?? null),
    consent: readConsent(request.headers.cookie, view.brand, isHttps),
    method: request.method,
    path: pathOfRequest(request),
    params: paramsOf(request),
    link: query.values,
    rawQuery: rawQueryOf(request),
    browser: browserOf(request, known),
    href: (path, changes = {}) => withQuery(path, changed(query.values, changes)),
    view,
    fileOf: (file) => deps.views.images[file] ?? null,
    words: deps.translator(visit, view.locale),
    fieldsOrigin: deps.fieldsOrigin,
    magicLinkToken: (subjectId) => readMagicLink(request.headers.cookie, subjectId, isHttps),
    setMagicLinkCookie: (subjectId, token) => magicLinkCookie(subjectId, token, isHttps),
    clearMagicLinks: [
      ...clearMagicLinks(request.headers.cookie, isHttps),
      ...clearEmailLinkCookie(request.headers.cookie, isHttps),
    ],
    clearStagingCookie: clearStagingCookie(isHttps),
  };
}

function changed(
  values: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string | null>>,
): Record<string, string> {
  const all = Object.entries({ ...values, ...changes });
  return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== null));
}

function paramsOf(request: IncomingRequest): Readonly<Record<string, string>> {
  const { params } = request;
  if (typeof params !== 'object' || params === null) return {};
  return Object.fromEntries(
    Object.entries(params).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function browserOf(request: IncomingRequest, known: IdentifiedBrowser): Browser {
  return {
    hash: known.hash,
    isKnown: known.cookie === null,
    faces: /^[0-9a-f]{10}$/.exec(readCookies(request.headers.cookie).get('faces') ?? '')?.[0] ?? null,
    isPhone: request.headers['sec-ch-ua-mobile'] === '?1',
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    language: (request.headers['accept-language'] ?? '').split(',', 1)[0]?.slice(0, 35) ?? '',
    ip: request.ip,
  };
}

function sessionsOf(
  deps: SiteDeps,
  visit: Visit,
  { browser, consent }: BaseRequest,
): Pick<PageRequest, 'session' | 'findSession' | 'activeVoucher'> {
  const { brand, product, flow, query, seller } = visit;
  const start: Omit<SessionStart, 'link'> = {
    browserHash: browser.hash,
    productCode: product.code,
    offer: query.values['offer'] ?? query.values['planId'] ?? '',
    flowId: flow.id,
    brand: brand.brand,
    variant: brand.variant,
    business: product.business,
    market: brand.market,
    locale: brand.locale,
    seller: seller.code,
    source: query.source,
    analyticsClientId: consent.kind === 'given' ? (clientIdFromCookie(consent.tagCookie) ?? consent.clientId) : null,
  };
  let opened: Promise<CheckoutSession> | null = null;
  let found: Promise<CheckoutSession | null> | null = null;
  let word: Promise<string | null> | null = null;
  const existingSession = (): Promise<CheckoutSession | null> =>
    (found ??= browser.isKnown ? findSession(deps.ctx, start) : Promise.resolve(null));
  const activeVoucher = (): Promise<string | null> =>
    (word ??= findActiveVoucher(deps, visit, browser, existingSession));
  const open = async (): Promise<CheckoutSession> => {
    const link = linkOfFlow(flow, withVoucher(query.values, await activeVoucher()));
    return openSession(deps.ctx, { ...start, link });
  };
  return { session: () => (opened ??= open()), findSession: () => opened ?? existingSession(), activeVoucher };
}

/** Vouchers in links count as guesses: after too many unknown ones, a purchase keeps the voucher that it has. */
async function findActiveVoucher(
  { ctx }: SiteDeps,
  { brand, flow, query, voucher }: Visit,
  { ip, hash }: Browser,
  begun: () => Promise<CheckoutSession | null>,
): Promise<string | null> {
  const word = query.values['voucher'];
  if (word === undefined) return voucher;
  const isThere = ctx.catalog.voucher(brand.brand, brand.variant, word) !== null;
  const kept = await voucherToApply(ctx, { ip, browserHash: hash }, { voucher: word, isThere }, begun);
  return chooseVoucher(flow, withVoucher(query.values, kept));
}
