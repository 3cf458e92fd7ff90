import type { FastifyRequest } from 'fastify';
import {
  chooseVoucher,
  cleanQuery,
  linkOfFlow,
  type LinkQuery,
  pathOf,
  type TemplatePaths,
  withQuery,
  withVoucher,
} from '#src/domain/flows/index.ts';
import { wordToGoOnWith } from '#src/domain/defences/index.server.ts';
import {
  type CheckoutSession,
  findSession,
  openSession,
  type SessionStart,
} from '#src/domain/sessions/index.server.ts';
import { clientIdOfTag } from '#src/domain/analytics/index.ts';
import type { KnownBrowser } from '#src/kernel/http/browser-cookie.server.ts';
import { readCookies } from '#src/kernel/http/cookies.server.ts';
import { readConsent } from '#src/kernel/http/consent-cookie.server.ts';
import { forgetPasses, passCookie, readPass, readPasses } from '#src/kernel/http/pass-cookies.server.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import type { Translator } from '#src/ui/words/translator.ts';
import type { GalleryBook } from '../pages/gallery/gallery.types.ts';
import type { CheckoutView } from '../shell/checkout-view.ts';
import type { BareRequest, Browser, OpenRequest, PageRequest, Problem } from '../web/page.server.ts';
import { neutralView, viewOfVisit } from './checkout-view.server.ts';
import type { CheckoutDeps } from './checkout-deps.server.ts';
import { forgetLetter, readLetterToken } from './letter-access.server.ts';
import { endOfStaging } from './staging.server.ts';
import { readBrokenLink, readVisit, type Visit } from './visit.server.ts';

/** The composition's parts and what the site keeps of them. */
export interface SiteDeps extends CheckoutDeps {
  readonly translator: (visit: Visit | null, locale: Locale) => Translator;
  /** The gallery of screens, where there is one. */
  readonly gallery: () => GalleryBook | null;
}

/** What is read of a request. */
export type Arrival = Pick<FastifyRequest, 'method' | 'url' | 'params' | 'headers' | 'ip'>;

/** The query of a request, cleaned: nothing personal is in it. */
export function queryOf(request: Pick<Arrival, 'url'>): LinkQuery {
  return cleanQuery(rawQueryOf(request));
}

function rawQueryOf(request: Pick<Arrival, 'url'>): URLSearchParams {
  const cut = request.url.indexOf('?');
  return new URLSearchParams(cut < 0 ? '' : request.url.slice(cut + 1));
}

/** As it stands in links of the page: an address that begins with two slashes, or with a host, would be another server's. */
export function pathOfRequest(request: Pick<Arrival, 'url'>): string {
  const path = request.url.split('?', 1)[0] ?? '/';
  return path.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '').replace(/^[/\\]*/, '/');
}

/** A request to a page of a flow; a link that leads nowhere is a problem. */
export function openFlowRequest(
  deps: SiteDeps,
  paths: TemplatePaths,
  request: Arrival,
  known: KnownBrowser,
): PageRequest | Problem {
  const read = readVisit(deps.brands, paths, queryOf(request), pathOfRequest(request));
  return read.ok ? requestOfVisit(deps, paths, request, known, read.value) : { kind: 'problem', code: read.error };
}

/** The same once it is known what the link leads to. */
export function requestOfVisit(
  deps: SiteDeps,
  paths: TemplatePaths,
  request: Arrival,
  known: KnownBrowser,
  visit: Visit,
): PageRequest {
  const path = pathOfRequest(request);
  const view = viewOfVisit(visit, paths, deps.environment, path);
  const bare = bareRequest(deps, request, known, visit.query, visit, view);
  return {
    ...bare,
    visit,
    ...sessionsOf(deps, visit, bare),
    firstStep: withQuery(pathOf(visit.flow.steps[0], paths), visit.query.values),
  };
}

/** A request to a page that needs nothing; it still takes the looks of the link's brand when there is one. */
export function openBareRequest(
  deps: SiteDeps,
  paths: TemplatePaths,
  request: Arrival,
  known: KnownBrowser,
): OpenRequest {
  const inFlow = openFlowRequest(deps, paths, request, known);
  const isHttps = deps.publicOrigin.startsWith('https:');
  const open = {
    sandboxOrigin: deps.sandboxOrigin ?? null,
    isHttps,
    letterToken: readLetterToken(request.headers.cookie, isHttps),
    passes: readPasses(request.headers.cookie),
    gallery: deps.gallery(),
  };
  if (!('kind' in inFlow)) return { ...inFlow, ...open, inFlow, brokenLink: null };
  const query = queryOf(request);
  const path = pathOfRequest(request);
  const brokenLink = readBrokenLink(deps.brands, paths, query, path);
  const { visit } = brokenLink;
  const view = visit
    ? viewOfVisit(visit, paths, deps.environment, path)
    : neutralView(deps.brands.neutral, deps.environment, query.values);
  const bare = bareRequest(deps, request, known, query, visit, view);
  return { ...bare, ...open, ...(visit ? { visit } : {}), inFlow: null, brokenLink };
}

function bareRequest(
  deps: SiteDeps,
  request: Arrival,
  known: KnownBrowser,
  query: LinkQuery,
  visit: Visit | null,
  view: CheckoutView,
): BareRequest {
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
    pass: (subjectId) => readPass(request.headers.cookie, subjectId, isHttps),
    givePass: (subjectId, token) => passCookie(subjectId, token, isHttps),
    forgetPasses: [...forgetPasses(request.headers.cookie, isHttps), ...forgetLetter(request.headers.cookie, isHttps)],
    endOfStaging: endOfStaging(isHttps),
  };
}

function changed(
  values: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string | null>>,
): Record<string, string> {
  const all = Object.entries({ ...values, ...changes });
  return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== null));
}

function paramsOf(request: Arrival): Readonly<Record<string, string>> {
  const { params } = request;
  if (typeof params !== 'object' || params === null) return {};
  return Object.fromEntries(
    Object.entries(params).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function browserOf(request: Arrival, known: KnownBrowser): Browser {
  return {
    hash: known.hash,
    isKnown: known.cookie === null,
    faces: /^[0-9a-f]{10}$/.exec(readCookies(request.headers.cookie).get('faces') ?? '')?.[0] ?? null,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    language: (request.headers['accept-language'] ?? '').split(',', 1)[0]?.slice(0, 35) ?? '',
    ip: request.ip,
  };
}

function sessionsOf(
  deps: SiteDeps,
  visit: Visit,
  { browser, consent }: BareRequest,
): Pick<PageRequest, 'session' | 'findSession' | 'voucherInForce'> {
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
    analyticsClientId: consent.kind === 'given' ? (clientIdOfTag(consent.tagCookie) ?? consent.clientId) : null,
  };
  let opened: Promise<CheckoutSession> | null = null;
  let found: Promise<CheckoutSession | null> | null = null;
  let word: Promise<string | null> | null = null;
  const there = (): Promise<CheckoutSession | null> =>
    (found ??= browser.isKnown ? findSession(deps.ctx, start) : Promise.resolve(null));
  const voucherInForce = (): Promise<string | null> => (word ??= findVoucherInForce(deps, visit, browser, there));
  const open = async (): Promise<CheckoutSession> => {
    const link = linkOfFlow(flow, withVoucher(query.values, await voucherInForce()));
    return openSession(deps.ctx, { ...start, link });
  };
  return { session: () => (opened ??= open()), findSession: () => opened ?? there(), voucherInForce };
}

/** Guessing by links is guessing too: once too many words were none, a purchase goes on with the word that it has. */
async function findVoucherInForce(
  { ctx }: SiteDeps,
  { brand, flow, query, voucher }: Visit,
  { ip, hash }: Browser,
  begun: () => Promise<CheckoutSession | null>,
): Promise<string | null> {
  const word = query.values['voucher'];
  if (word === undefined) return voucher;
  const isThere = ctx.catalog.voucher(brand.brand, brand.variant, word) !== null;
  const kept = await wordToGoOnWith(ctx, { ip, browserHash: hash }, { word, isThere }, begun);
  return chooseVoucher(flow, withVoucher(query.values, kept));
}
