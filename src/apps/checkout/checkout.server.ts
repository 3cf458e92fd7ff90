import type { FastifyInstance } from 'fastify';
import type { TemplatePaths } from '../../domain/catalog/brand-data/index.ts';
import { pages, steps } from './registry.generated.ts';
import { pageServers, stepServers } from './registry.server.generated.ts';
import type { CheckoutDeps, ReadinessCheck } from './site/checkout-deps.server.ts';
import { serveRailDocuments } from './site/documents/rail-documents.server.ts';
import type { SiteDeps } from './site/build-request.server.ts';
import { serveDataExport } from './site/documents/data-export.server.ts';
import { serveOrderDocuments } from './site/documents/order-documents.server.ts';
import { checkoutSite } from './site/site.server.ts';
import { mayReadStates, serveProxyMirror } from './site/proxy-mirror.server.ts';
import { readAssets, serveAssets } from './site/assets/assets.server.ts';
import { registerPages } from './framework/register-pages.server.ts';
import type { RegisteredServerPage, PageRequest } from './framework/page.server.ts';
import type { PageManifest } from './framework/page.ts';
import type { RegisteredPage } from './framework/site.contract.server.ts';
import { createTranslator, type Translator } from '#src/ui/words/translator.ts';
import { LruCache } from './site/lru-cache.server.ts';

/** Path of each template that has a page; brand data is checked against it. */
export const templatePaths: TemplatePaths = new Map(
  Object.entries<PageManifest>(steps).map(([id, { paths }]) => [id, paths[0]]),
);

/** Registers the checkout's pages, assets and health endpoints on a server. */
export async function registerCheckout(app: FastifyInstance, deps: CheckoutDeps): Promise<void> {
  serveAssets(app, readAssets(deps.dist));
  serveHealth(app, deps);
  serveProxyMirror(app, deps.statesToken ?? null);
  serveRailDocuments(app, deps);
  serveOrderDocuments(app, deps);
  serveDataExport(app, deps);
  const known = [...registeredPages(steps, stepServers), ...registeredPages(pages, pageServers)];
  const site = siteDeps(deps, inlineStepsOf(known));
  const registered = deps.environment === 'test' ? await withGallery(app, site, known) : known;
  const named = (id: string): RegisteredPage => {
    const found = registered.find(({ manifest }) => manifest.id === id);
    if (!found) throw new Error(`There is no page ${id}`);
    return found;
  };
  await registerPages(app, checkoutSite(site, templatePaths), registered, {
    notFound: named('not-found'),
    refusal: named('generic-error'),
    away: named('temporarily-unavailable'),
  });
}

/** The stories are imported only in environments that serve them. */
async function withGallery(
  app: FastifyInstance,
  site: SiteDeps,
  registered: readonly RegisteredPage[],
): Promise<readonly RegisteredPage[]> {
  const { galleryPage } = await import('./stories/gallery-index.server.ts');
  const { serveStories } = await import('./stories/serve-stories.server.ts');
  const manifests = registered.map(({ manifest }) => manifest);
  serveStories(app, site, templatePaths, manifests);
  const page = galleryPage(site, templatePaths, manifests);
  return registered.map((one) => (one.manifest.id === 'gallery' ? { ...one, page } : one));
}

function inlineStepsOf(registered: readonly RegisteredPage[]): SiteDeps['inlineSteps'] {
  return Object.fromEntries(
    registered.flatMap(({ manifest, page }) =>
      manifest.showsInline && page.needs === 'flow' ? [[manifest.id, page]] : [],
    ),
  );
}

function registeredPages(
  manifests: Readonly<Record<string, PageManifest>>,
  servers: Readonly<Record<string, RegisteredServerPage>>,
): RegisteredPage[] {
  return Object.entries(manifests).map(([id, manifest]) => {
    const page = servers[id];
    if (!page) throw new Error(`The page ${id} has no server half`);
    if (page.needs !== manifest.needs)
      throw new Error(`The page ${id} says that it needs ${manifest.needs}, its server half ${page.needs}`);
    return { manifest, page };
  });
}

/**
 * `/healthcheck`: the process answers. `/readiness`: so do its dependencies. Neither loads a product. The gateways'
 * `states` are shown to this machine, or to a collector with its token, because they would help card testers.
 */
export function serveHealth(
  app: FastifyInstance,
  deps: Pick<CheckoutDeps, 'readiness' | 'isStopping' | 'states' | 'statesToken'>,
): void {
  const { readiness: checks, isStopping = () => false, states, statesToken = null } = deps;
  app.get('/healthcheck', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readiness', async (request, reply) => {
    if (isStopping())
      return reply.code(503).header('cache-control', 'no-store').send({ status: 'not-ready', reason: 'stopping' });
    const results: (readonly [string, 'ok' | 'failed'])[] = await Promise.all(
      checks.map(async ({ name, check }) => [name, (await works(check)) ? 'ok' : 'failed'] as const),
    );
    let isReady = results.every(([, result]) => result === 'ok');
    // A process that is not ready may be unable to read the states.
    const reported = isReady ? await (states ?? noStates)().catch(() => null) : {};
    if (reported === null) {
      // A dependency failed between the two queries.
      isReady = false;
      results.push(['states', 'failed']);
    }
    const shown = mayReadStates(request, statesToken) ? reported : {};
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ready' : 'not-ready', checks: Object.fromEntries(results), ...shown });
  });
}

const noStates = async () => ({});

async function works(check: ReadinessCheck['check']): Promise<boolean> {
  try {
    return await check();
  } catch {
    return false;
  }
}

/** The composed dependencies, with the site's own. */
function siteDeps(given: CheckoutDeps, inlineSteps: PageRequest['inlineSteps']): SiteDeps {
  const translators = new LruCache<Translator>(500);
  return {
    ...given,
    inlineSteps,
    translator: (visit, locale) =>
      translators.get(`${visit?.brand.id ?? ''} ${locale}`, () =>
        createTranslator(locale, given.words.wordsFor(visit?.brand ?? null, locale, [''])),
      ),
  };
}
