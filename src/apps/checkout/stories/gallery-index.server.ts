import type { TemplatePaths } from '#src/domain/catalog/brand-data/index.ts';
import { locales } from '#src/kernel/locale/locale.ts';
import { type GalleryData, type GalleryFilter, galleryWidths } from './gallery.types.ts';
import { definePublicPage, show } from '../framework/page.server.ts';
import type { SiteDeps } from '../site/build-request.server.ts';
import type { PageManifest } from '../framework/page.ts';
import { type StoryVariant, makeStory, namedStories } from './make-story.server.ts';

export const galleryModes = ['dark', 'light'] as const;

/** The server half of the page `gallery` where there is a gallery: the test environment. */
export function galleryPage(deps: SiteDeps, paths: TemplatePaths, manifests: readonly PageManifest[]) {
  return definePublicPage<GalleryData | null>({
    load: async ({ rawQuery }) => {
      const data = await listStories(deps, paths, manifests, rawQuery);
      return data ? show<GalleryData | null>(data) : show(null, { status: 404, view: 'not-found' });
    },
  });
}

/** The pictures of one brand in one mode and language that a query asks for, and how to come to all others. */
async function listStories(
  deps: SiteDeps,
  paths: TemplatePaths,
  manifests: readonly PageManifest[],
  query: URLSearchParams,
): Promise<GalleryData | null> {
  const { brands } = deps.brands;
  const brand = brands.find(({ id }) => id === query.get('brand')) ?? brands[0];
  if (!brand) return null;
  const mode = galleryModes.find((one) => one === query.get('mode')) ?? brand.theme.mode;
  const locale = locales.find((one) => one === query.get('locale')) ?? brand.locale;
  const only = manifests.find(({ id }) => id === query.get('page'))?.id ?? null;
  const width = galleryWidths.find((one) => String(one) === query.get('width')) ?? galleryWidths[0];
  const search = (query.get('search') ?? '').trim().toLowerCase();
  const pictures: GalleryData['pictures'][number][] = [];
  const pages: string[] = [];
  for (const manifest of manifests) {
    const storyVariant: StoryVariant = { brand, mode, locale, manifest };
    const names = await availableStories(deps, paths, storyVariant);
    if (names.length > 0) pages.push(manifest.id);
    if (only !== null && only !== manifest.id) continue;
    for (const name of names) {
      if (!`${manifest.id} ${name}`.includes(search)) continue;
      const href = `/gallery/${brand.id}/${mode}/${locale}/${manifest.id}/${name}`;
      pictures.push({ page: manifest.id, state: name, href });
    }
  }
  const now = { brand: brand.id, mode, locale, page: only, width };
  return {
    ...now,
    search,
    filters: filtersOf(
      now,
      brands.map(({ id }) => id),
      pages,
    ),
    pictures,
  };
}

/** Names of the states that the brand really has. */
async function availableStories(deps: SiteDeps, paths: TemplatePaths, storyVariant: StoryVariant): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of namedStories(storyVariant.brand, storyVariant.manifest)) {
    if (await makeStory(deps, paths, storyVariant, name)) found.push(name);
  }
  return found;
}

type Now = Pick<GalleryData, 'brand' | 'mode' | 'locale' | 'page' | 'width'>;

function filtersOf(now: Now, brands: readonly string[], pages: readonly string[]): readonly GalleryFilter[] {
  return [
    { name: 'brand', options: brands, chosen: now.brand },
    { name: 'mode', options: galleryModes, chosen: now.mode },
    { name: 'locale', options: locales, chosen: now.locale },
    { name: 'page', options: ['', ...pages], chosen: now.page ?? '' },
    { name: 'width', options: galleryWidths.map(String), chosen: String(now.width) },
  ];
}
