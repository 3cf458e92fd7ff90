import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { TemplatePaths } from '#src/domain/flows/index.ts';
import { locales } from '#src/kernel/locale/locale.ts';
import { documentMaker } from '../site/document-parts.server.ts';
import type { SiteDeps } from '../site/open-request.server.ts';
import { contentPolicy, pageHeaders } from '../web/document.server.ts';
import type { PageManifest } from '../web/page.ts';
import { type Looks, type MadeState, makeState } from './make-state.server.ts';
import { galleryModes } from './open-gallery.server.ts';

interface PictureParams {
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
export function servePictures(
  app: FastifyInstance,
  deps: SiteDeps,
  paths: TemplatePaths,
  manifests: readonly PageManifest[],
): void {
  const document = documentMaker(deps, paths);
  const byId = new Map(manifests.map((manifest) => [manifest.id, manifest]));
  const { host } = new URL(deps.publicOrigin);

  const looksOf = (params: PictureParams): Looks | null => {
    const brand = deps.brands.brands.find(({ id }) => id === params.brand);
    const mode = galleryModes.find((one) => one === params.mode);
    const locale = locales.find((one) => one === params.locale);
    const manifest = byId.get(params.page);
    return brand && mode && locale && manifest ? { brand, mode, locale, manifest } : null;
  };

  const render = ({ request, shown }: MadeState, manifest: PageManifest, nonce: string): string => {
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

  app.get<{ Params: PictureParams }>('/gallery/:brand/:mode/:locale/:page/:state', async (request, reply) => {
    const looks = request.headers.host === host ? looksOf(request.params) : null;
    const made = looks && (await makeState(deps, paths, looks, request.params.state));
    if (!made) return reply.code(404).type('text/plain; charset=utf-8').send('The gallery has no such picture');
    const manifest = byId.get(made.shown.view ?? looks.manifest.id) ?? looks.manifest;
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
    hasFilm: manifest.showsFilm ?? false,
  });
  return pageHeaders({ cache: 'secret' }, policy, deps.publicOrigin.startsWith('https:'));
}
