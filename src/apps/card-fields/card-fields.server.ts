import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import Fastify from 'fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsEncoding } from '#src/kernel/http/server/accepts-encoding.ts';
import type { CardTokenization } from '#src/kernel/crypto/card-tokenization.ts';
import { silentLog } from '#src/kernel/log/log.server.ts';
import { handleClientError } from '#src/kernel/http/server/malformed-request.server.ts';
import { addCspReportRoute } from '#src/platform/telemetry/csp-report-routes.server.ts';
import type { Log } from '#src/kernel/log/log.server.ts';
import type { CspReportCollector } from '#src/platform/telemetry/csp-report-collector.server.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import { systemClock } from '#src/kernel/time/clock.ts';
import { brandById } from '#src/rails/card/brands.ts';
import { cardFrameGrounds } from '#src/rails/card/card-fields.protocol.ts';
import { readBuiltAssets } from './assets.server.ts';
import type { Asset } from './assets.server.ts';
import { cardDocument } from './document.server.ts';
import { withInlineFonts } from './inline-font.server.ts';
import { type GatewayKeys, gatewayKeys } from './gateway-keys.server.ts';
import { addThreeDsMethodEnd } from './three-ds-method-end.server.ts';
import { threeDsMethodRanges, type ThreeDsMethodRanges } from './three-ds-method-ranges.server.ts';
import { commonHeaders, documentHeaders } from './content-security-policy.server.ts';
import { isLocale } from './card-copy.server.ts';

export interface CardFieldsOptions {
  /** 0: any free port. */
  readonly port: number;
  readonly host: string;
  /** Origins of the checkout's pages. Only these may frame this page and exchange messages with it. */
  readonly checkoutOrigins: readonly string[];
  /** Custom properties and font faces of a theme `brand$mode`; null: the page uses its default tokens. */
  readonly themeCss: (theme: string) => string | null;
  /** Card tokenization by gateway id. A page without a gateway in its address uses the first. */
  readonly cardTokenizations: Readonly<Record<string, CardTokenization>>;
  /** Folder of the build (`vite.config.ts`). */
  readonly assetsDir: string;
  /** Folder of the themes' `.woff2` files; absent: the page uses system fonts. */
  readonly fontsDir?: string;
  /** Timeout of the 3DS Method; 10 s when absent. */
  readonly threeDsMethodTimeoutMs?: number;
  /** Addresses of our own proxies. Only their `x-forwarded-for` is trusted; none when absent. */
  readonly trustedProxies?: readonly string[];
  /** Maximum open connections; further ones are closed. Unlimited when absent. */
  readonly maxConnections?: number;
  readonly clock?: Clock;
  readonly log?: Log;
  /** Collector of CSP reports, and the origin at which browsers reach the page; absent: reports are dropped. */
  readonly cspReports?: { readonly collector: CspReportCollector; readonly origin: string };
}

export interface CardFieldsServer {
  /** `http://host:port`. */
  readonly origin: string;
  close(): Promise<void>;
}

const compress = promisify(brotliCompress);
const year = 31_536_000;

function textOf(query: unknown, name: string): string {
  const value: unknown =
    typeof query === 'object' && query !== null ? Object.getOwnPropertyDescriptor(query, name)?.value : null;
  return typeof value === 'string' && value.length <= 300 ? value : '';
}

function readsBrotli(request: FastifyRequest): boolean {
  return acceptsEncoding(request.headers['accept-encoding'], 'br');
}

function refuse(reply: FastifyReply, status: number, code: string, title: string): FastifyReply {
  const problem = { type: 'about:blank', status, code, title };
  return reply
    .code(status)
    .headers({ ...commonHeaders, 'cache-control': 'no-store' })
    .type('application/problem+json')
    .send(problem);
}

async function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): Promise<FastifyReply> {
  const brotli = readsBrotli(request) ? asset.brotli : null;
  reply.headers({
    ...commonHeaders,
    'content-type': asset.type,
    'cache-control': `public, max-age=${year}, immutable`,
    vary: 'accept-encoding',
  });
  return reply.headers(brotli ? { 'content-encoding': 'br' } : {}).send(brotli ?? asset.plain);
}

/** Public keys of the gateways with key encryption, by gateway. */
function keySetsOf(cardTokenizations: ReadonlyMap<string, CardTokenization>): ReadonlyMap<string, GatewayKeys> {
  const sets = new Map<string, GatewayKeys>();
  for (const [gateway, cardTokenization] of cardTokenizations) {
    if (cardTokenization.kind !== 'jwe') continue;
    const { keySetUrl: url, pins } = cardTokenization;
    sets.set(gateway, gatewayKeys({ url, ...(pins ? { pins } : {}) }));
  }
  return sets;
}

/** Card ranges with a 3DS Method, by gateway. */
function rangesOf(cardTokenizations: ReadonlyMap<string, CardTokenization>): ReadonlyMap<string, ThreeDsMethodRanges> {
  const found = new Map<string, ThreeDsMethodRanges>();
  for (const [gateway, cardTokenization] of cardTokenizations) {
    if (cardTokenization.kind === 'jwe' && cardTokenization.looks)
      found.set(gateway, threeDsMethodRanges(cardTokenization.looks));
  }
  return found;
}

/**
 * Serves the card fields, the only page that handles card numbers, on its own origin: the document at `/`, its assets, the
 * gateways' public keys at `/keys`, the end of the 3DS Method at `/look-end`, and CSP reports at `/policy-reports`. Only the
 * last two accept a body. Sets and reads no cookie, and stores nothing.
 */
export async function startCardFields(options: CardFieldsOptions): Promise<CardFieldsServer> {
  const { clock = systemClock, log = silentLog, themeCss, fontsDir, trustedProxies = [] } = options;
  const built = readBuiltAssets(options.assetsDir);
  const sheets = new Map<string, string>();
  const sheetOf = (theme: string): string => {
    const there = sheets.get(theme);
    if (there !== undefined) return there;
    const css = /^\w[\w.$-]{1,79}$/.test(theme) ? themeCss(theme) : null;
    // Only existing themes are cached, so that requests with invented names cannot fill the memory.
    if (css === null) return '';
    sheets.set(theme, withInlineFonts(css, fontsDir ?? ''));
    return sheets.get(theme) ?? '';
  };
  const cardTokenizations = new Map(Object.entries(options.cardTokenizations));
  const keySets = keySetsOf(cardTokenizations);
  const ranges = rangesOf(cardTokenizations);
  const gatewayOf = (query: unknown): string => textOf(query, 'gateway') || ([...cardTokenizations.keys()][0] ?? '');
  const app = Fastify({
    logger: false,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    forceCloseConnections: true,
    bodyLimit: 1024,
    requestTimeout: 15_000,
    exposeHeadRoutes: true,
    clientErrorHandler: handleClientError,
    frameworkErrors: (_error, _request, reply) => void refuse(reply, 404, 'not-found', 'There is nothing here.'),
  });
  if (options.maxConnections !== undefined) app.server.maxConnections = options.maxConnections;

  app.get('/', async (request, reply) => {
    const parent = textOf(request.query, 'parent');
    if (!options.checkoutOrigins.includes(parent)) {
      return refuse(reply, 403, 'parent-not-allowed', 'The card fields are shown only inside the checkout.');
    }
    const destination = request.headers['sec-fetch-dest'];
    if (destination !== undefined && destination !== 'iframe') {
      return refuse(reply, 403, 'not-framed', 'The card fields are shown only inside the checkout.');
    }
    const gateway = gatewayOf(request.query);
    const cardTokenization = cardTokenizations.get(gateway);
    if (!cardTokenization) return refuse(reply, 404, 'gateway-unknown', 'No gateway of that name takes cards.');
    const theme = textOf(request.query, 'theme');
    const locale = textOf(request.query, 'locale');
    const ground = textOf(request.query, 'ground');
    const nonce = randomBytes(16).toString('base64');
    const document = cardDocument({
      locale: isLocale(locale) ? locale : 'pt-BR',
      mode: theme.endsWith('$light') ? 'light' : 'dark',
      ground: cardFrameGrounds.find((known) => known === ground) ?? 'selected',
      parent,
      nonce,
      gateway,
      // A token endpoint cannot make a token of a security code alone.
      kept: cardTokenization.kind === 'jwe' ? (brandById(textOf(request.query, 'kept'))?.id ?? null) : null,
      cardTokenization,
      css: `${built.css}\n${sheetOf(theme)}`,
      script: built.script,
      now: clock.now(),
      ...(options.threeDsMethodTimeoutMs === undefined
        ? {}
        : { threeDsMethodTimeoutMs: options.threeDsMethodTimeoutMs }),
    });
    reply.headers({ ...documentHeaders(nonce, parent, cardTokenization), vary: 'accept-encoding' });
    if (!readsBrotli(request)) return reply.send(document);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
    return reply.header('content-encoding', 'br').send(await compress(document, { params }));
  });

  app.get('/keys', async (request, reply) => {
    const gateway = gatewayOf(request.query);
    const keySet = keySets.get(gateway);
    if (!keySet) return refuse(reply, 404, 'gateway-unknown', 'No gateway of that name publishes a key.');
    const [found, looks = []] = await Promise.all([
      keySet.current(textOf(request.query, 'renew') === '1'),
      ranges.get(gateway)?.current(),
    ]);
    if (found.length === 0) {
      log.error('card-keys-unavailable', { gateway, reason: 'none-usable-or-no-answer' });
      return refuse(reply, 503, 'keys-unavailable', 'The gateway’s public key cannot be had now.');
    }
    const body = { keys: found, looks, now: Math.floor(clock.now().getTime() / 1000) };
    return reply.headers({ ...commonHeaders, 'cache-control': 'no-store' }).send(body);
  });

  addThreeDsMethodEnd(app, options.checkoutOrigins);
  if (options.cspReports) {
    addCspReportRoute(app, { ...options.cspReports, pageAt: () => 'card-fields', headers: commonHeaders });
  }
  app.get('/healthcheck', async (_, reply) =>
    reply.headers({ ...commonHeaders, 'cache-control': 'no-store' }).send({ status: 'ok' }),
  );
  for (const [address, asset] of built.files) {
    app.get(address, (request, reply) => sendAsset(request, reply, asset));
  }
  app.setNotFoundHandler((_, reply) => refuse(reply, 404, 'not-found', 'There is nothing here.'));
  app.setErrorHandler((error: { statusCode?: number }, _, reply) => {
    const { statusCode = 500 } = error;
    if (statusCode < 500) return refuse(reply, statusCode, 'bad-request', 'The request could not be read.');
    const reference = randomBytes(6).toString('hex');
    log.error('card-fields-failed', { requestId: reference, error });
    return refuse(reply, 500, 'internal', `Something went wrong (${reference}).`);
  });

  const address = await app.listen({ port: options.port, host: options.host });
  const { port } = new URL(address);
  const origin = `http://${options.host === '::1' ? '[::1]' : options.host}:${port}`;
  log.info('card-fields-ready', { origin });
  return { origin, close: () => app.close() };
}
