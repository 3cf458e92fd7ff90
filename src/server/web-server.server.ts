/** Composes the servers for buyers: the checkout's pages, the JSON API, and the card fields on their own origin. */
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { ApiServices } from '#src/apps/api/api.contract.server.ts';
import { mountApi } from '#src/apps/api/api.server.ts';
import { routes } from '#src/apps/api/registry.server.generated.ts';
import { createProductViewRecorder } from '#src/apps/api/routes/web-vitals/product-view-recorder.server.ts';
import { startCardFields } from '#src/apps/card-fields/card-fields.server.ts';
import { registerCheckout } from '#src/apps/checkout/checkout.server.ts';
import type { CheckoutDeps } from '#src/apps/checkout/site/checkout-deps.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import { gatewayFactories } from '#src/gateways/registry.server.generated.ts';
import { cardTokenizationsOf, challengeOriginsOf } from '#src/gateways/company.factories.server.ts';
import type { Env } from '#src/server/env.server.ts';
import { identifyBrowser } from '#src/kernel/http/cookies/browser-cookie.server.ts';
import { locales } from '#src/kernel/locale/locale.ts';
import { createTranslator } from '#src/ui/words/translator.ts';
import type { Observability } from './observability.server.ts';

/** Checks of `/readiness`, and its further data. */
export type Health = Pick<CheckoutDeps, 'readiness' | 'isStopping' | 'states' | 'statesToken'>;

export interface WebServerOptions extends Pick<CheckoutDeps, 'brands' | 'views' | 'words' | 'themes' | 'dist'> {
  readonly env: Env;
  readonly ctx: DomainContext & Required<Pick<DomainContext, 'analytics'>>;
  readonly observability: Observability;
  /** Folder of the brands' data. */
  readonly brandsDir: string;
  readonly health: Health;
}

/** An operator's scopes must name existing brands: a misspelt one would give the operator no rights. */
function rejectUnknownScopes(operators: Env['operators'], { brands }: WebServerOptions['brands']): void {
  const known = new Set(brands.map(({ brand }) => brand));
  for (const { name, scopes } of operators) {
    const unknownBrand = scopes
      .flatMap((scope) => (scope.brands === '*' ? [] : scope.brands))
      .find((one) => !known.has(one));
    if (unknownBrand !== undefined)
      throw new Error(`OPERATOR_TOKENS: there is no brand "${unknownBrand}", which ${name} may act in`);
  }
}

/** Starts the card fields, and adds the API and the pages to a server that does not listen yet. Returns the card fields' close. */
export async function openWebServer(
  app: FastifyInstance,
  { env, ctx, observability, brands, views, words, themes, dist, brandsDir, health }: WebServerOptions,
): Promise<() => Promise<void>> {
  const { clock } = ctx;
  const fields = await startCardFields({
    port: env.cardFieldsPort,
    host: env.host,
    checkoutOrigins: [env.publicOrigin],
    themeCss: (id: string) => themes.get(id).css,
    cardTokenizations: cardTokenizationsOf(Object.values(gatewayFactories), env),
    assetsDir: path.join(dist, 'card-fields'),
    fontsDir: path.join(dist, 'fonts'),
    trustedProxies: env.trustedProxies,
    maxConnections: env.maxConnections,
    clock,
    log: observability.log,
    cspReports: { collector: observability.cspReports, origin: env.cardFieldsOrigin },
  });
  rejectUnknownScopes(env.operators, brands);
  const isHttps = env.publicOrigin.startsWith('https:');
  const services: ApiServices = {
    ctx,
    brands,
    origins: new Set([env.publicOrigin]),
    webVitals: observability.webVitals,
    operators: env.operators,
    offerFloor: env.offerFloor,
    docs: { isOpen: env.apiDocs, isStaffOpen: env.appEnv === 'test' },
    seen: createProductViewRecorder({ brands, analytics: ctx.analytics, isHttps, now: () => clock.now() }),
    browserOf: (request, secret) => {
      const { hash, cookie } = identifyBrowser(request.headers.cookie, isHttps, secret);
      return { hash, setCookie: cookie };
    },
    say: (locale, key, values) => {
      const known = locales.find((one) => one === locale) ?? 'pt-BR';
      return createTranslator(known, words.wordsFor(null, known, [key]))(key, values);
    },
  };
  await mountApi(app, services, Object.values(routes));
  await registerCheckout(app, {
    ctx,
    brands,
    flags: await observability.openFlags(
      brandsDir,
      brands.brands.map(({ id }) => id),
    ),
    environment: env.appEnv,
    publicOrigin: env.publicOrigin,
    fieldsOrigin: env.cardFieldsOrigin,
    challengeOrigins: challengeOriginsOf(Object.values(gatewayFactories), env),
    cookieSecret: env.cookieSecret,
    tagManagerOrigin: env.analytics.tagManagerOrigin,
    ...(env.sandbox ? { sandboxOrigin: env.sandbox.origin } : {}),
    views,
    dist,
    words,
    themes,
    ...health,
  });
  return () => fields.close();
}
