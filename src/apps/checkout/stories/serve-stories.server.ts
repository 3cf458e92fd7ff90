import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { TemplatePaths } from '#src/domain/catalog/brand-data/index.ts';
import { locales } from '#src/kernel/locale/locale.ts';
import { createPageRenderer } from '../site/render-page.server.ts';
import type { SiteDeps } from '../site/build-request.server.ts';
import { contentPolicy, pageHeaders } from '../framework/document.server.ts';
import type { PageManifest } from '../framework/page.ts';
import { type StoryVariant, type MadeStory, makeStory } from './make-story.server.ts';
import { galleryModes } from './gallery-index.server.ts';

interface StoryParams {
  readonly brand: string;
  readonly mode: string;
  readonly locale: string;
  readonly page: string;
  readonly state: string;
}

/**
 * `/gallery/<brand>/<mode>/<locale>/<page>/<state>`: one page in one state, made by the page's own functions and shown in
 * the product's own documents, which our own pages may frame. Nothing is written.
 */
export function serveStories(
  app: FastifyInstance,
  deps: SiteDeps,
  paths: TemplatePaths,
  manifests: readonly PageManifest[],
): void {
  const document = createPageRenderer(deps, paths);
  const byId = new Map(manifests.map((manifest) => [manifest.id, manifest]));
  const { host } = new URL(deps.publicOrigin);

  const looksOf = (params: StoryParams): StoryVariant | null => {
    const brand = deps.brands.brands.find(({ id }) => id === params.brand);
    const mode = galleryModes.find((one) => one === params.mode);
    const locale = locales.find((one) => one === params.locale);
    const manifest = byId.get(params.page);
    return brand && mode && locale && manifest ? { brand, mode, locale, manifest } : null;
  };

  const render = ({ request, shown }: MadeStory, manifest: PageManifest, nonce: string): string => {
    const { data, form = null, head, isBusy, asksConsent } = shown;
    const asked = asksConsent ? { ...request, consent: { kind: 'unasked' as const } } : request;
    const { html } = document({
      ...{ manifest, request: asked, visit: request.visit, isStaging: false, nonce, data, form },
      // A page that goes on by itself would leave the gallery.
      head: { summary: head?.summary ?? null, parts: head?.parts ?? [] },
      ...(isBusy ? { isBusy } : {}),
    });
    return html;
  };

  app.get<{ Params: StoryParams }>('/gallery/:brand/:mode/:locale/:page/:state', async (request, reply) => {
    const storyVariant = request.headers.host === host ? looksOf(request.params) : null;
    const made = storyVariant && (await makeStory(deps, paths, storyVariant, request.params.state));
    if (!made) return reply.code(404).type('text/plain; charset=utf-8').send('The gallery has no such picture');
    const manifest = byId.get(made.shown.view ?? storyVariant.manifest.id) ?? storyVariant.manifest;
    const nonce = randomBytes(16).toString('base64');
    return reply.headers(headersOf(deps, manifest, nonce)).send(render(made, manifest, nonce));
  });
}

function headersOf(deps: SiteDeps, manifest: PageManifest, nonce: string): Record<string, string> {
  const origins = manifest.frames === 'fields' ? [deps.fieldsOrigin] : deps.challengeOrigins;
  const policy = contentPolicy({
    nonce,
    hasScript: manifest.hasBehaviour,
    frames: manifest.frames ? ["'self'", ...origins] : [],
    formTargets: manifest.frames === 'challenge' ? deps.challengeOrigins : [],
    isFrameable: true,
    hasVideo: manifest.showsVideo ?? false,
  });
  return pageHeaders({ cache: 'secret' }, policy, deps.publicOrigin.startsWith('https:'));
}
