import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TemplatePaths } from '#src/domain/flows/index.ts';
import { pages, steps } from './registry.generated.ts';
import type { GalleryBook } from './pages/gallery/gallery.types.ts';
import { pageServers, stepServers } from './registry.server.generated.ts';
import type { CheckoutDeps, ReadinessCheck } from './site/checkout-deps.server.ts';
import { serveDocuments } from './site/documents.server.ts';
import type { SiteDeps } from './site/open-request.server.ts';
import { serveExports } from './site/exports.server.ts';
import { servePapers } from './site/papers.server.ts';
import { checkoutSite } from './site/site.server.ts';
import { siteDeps } from './site/site-deps.server.ts';
import { readAssets, serveAssets } from './web/assets.server.ts';
import { mountPages } from './web/mount.server.ts';
import type { AnyServerPage } from './web/page.server.ts';
import type { PageManifest } from './web/page.ts';
import type { MountedPage } from './web/site.contract.server.ts';

/** Path of each template that has a screen; brand data is checked against it. */
export const templatePaths: TemplatePaths = new Map(
  Object.entries<PageManifest>(steps).map(([id, { paths }]) => [id, paths[0]]),
);

/** Adds the checkout's pages, assets and health addresses to a server. */
export async function registerCheckout(app: FastifyInstance, deps: CheckoutDeps): Promise<void> {
  serveAssets(app, readAssets(deps.dist));
  serveHealth(app, deps);
  serveDocuments(app, deps);
  servePapers(app, deps);
  serveExports(app, deps);
  const mounted = [...mountedPages(steps, stepServers), ...mountedPages(pages, pageServers)];
  const named = (id: string): MountedPage => {
    const found = mounted.find(({ manifest }) => manifest.id === id);
    if (!found) throw new Error(`There is no page ${id}`);
    return found;
  };
  const site = siteDeps(deps, () => gallery);
  const manifests = mounted.map(({ manifest }) => manifest);
  const gallery = deps.environment === 'test' ? await addGallery(app, site, manifests) : null;
  await mountPages(app, checkoutSite(site, templatePaths), mounted, {
    notFound: named('not-found'),
    refusal: named('generic-error'),
    away: named('coming-back'),
  });
}

/** Loaded only where it is served. */
async function addGallery(
  app: FastifyInstance,
  site: SiteDeps,
  manifests: readonly PageManifest[],
): Promise<GalleryBook> {
  const { openGallery } = await import('./gallery/open-gallery.server.ts');
  const { servePictures } = await import('./gallery/serve-pictures.server.ts');
  servePictures(app, site, templatePaths, manifests);
  return openGallery(site, templatePaths, manifests);
}

function mountedPages(
  manifests: Readonly<Record<string, PageManifest>>,
  servers: Readonly<Record<string, AnyServerPage>>,
): MountedPage[] {
  return Object.entries(manifests).map(([id, manifest]) => {
    const page = servers[id];
    if (!page) throw new Error(`The page ${id} has no server half`);
    if (page.needs !== manifest.needs)
      throw new Error(`The page ${id} says that it needs ${manifest.needs}, its server half ${page.needs}`);
    return { manifest, page };
  });
}

/**
 * `/healthcheck`: the process answers. `/readiness`: so does everything that it needs. Neither loads a product. How the
 * companies are (`states`) is told on this machine, or to a collector by its token: it would help who tries stolen cards.
 */
export function serveHealth(
  app: FastifyInstance,
  { readiness: checks, states, statesToken = null }: Pick<CheckoutDeps, 'readiness' | 'states' | 'statesToken'>,
): void {
  app.get('/healthcheck', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readiness', async (request, reply) => {
    const results: (readonly [string, 'ok' | 'failed'])[] = await Promise.all(
      checks.map(async ({ name, check }) => [name, (await works(check)) ? 'ok' : 'failed'] as const),
    );
    let isReady = results.every(([, result]) => result === 'ok');
    // Who is not ready may not be able to tell more.
    const told = isReady ? await (states ?? noStates)().catch(() => null) : {};
    if (told === null) {
      // What it needs went away between the two questions.
      isReady = false;
      results.push(['states', 'failed']);
    }
    const shown = isInside(request) || saysToken(request, statesToken) ? told : {};
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ready' : 'not-ready', checks: Object.fromEntries(results), ...shown });
  });
}

const noStates = async () => ({});

/** Asked on this machine, and by no proxy for somebody else. */
function isInside({ socket, headers }: FastifyRequest): boolean {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return !isForwarded && /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '');
}

function saysToken({ headers }: FastifyRequest, token: string | null): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return token !== null && timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}

async function works(check: ReadinessCheck['check']): Promise<boolean> {
  try {
    return await check();
  } catch {
    return false;
  }
}
