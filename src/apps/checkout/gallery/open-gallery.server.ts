import type { TemplatePaths } from '#src/domain/flows/index.ts';
import { locales } from '#src/kernel/locale/locale.ts';
import type { GalleryBook, GalleryData, GalleryFilter } from '../pages/gallery/gallery.types.ts';
import type { SiteDeps } from '../site/open-request.server.ts';
import type { PageManifest } from '../web/page.ts';
import { type Looks, makeState, namedStates } from './make-state.server.ts';

export const galleryModes = ['dark', 'light'] as const;

/** The gallery's list: all pictures of one brand in one mode and language, and links to all others. */
export function openGallery(deps: SiteDeps, paths: TemplatePaths, manifests: readonly PageManifest[]): GalleryBook {
  const { brands } = deps.brands;
  return {
    list: async (query) => {
      const brand = brands.find(({ id }) => id === query.get('brand')) ?? brands[0];
      if (!brand) return null;
      const mode = galleryModes.find((one) => one === query.get('mode')) ?? brand.theme.mode;
      const locale = locales.find((one) => one === query.get('locale')) ?? brand.locale;
      const only = manifests.find(({ id }) => id === query.get('page'))?.id ?? null;
      const pictures: GalleryData['pictures'][number][] = [];
      const pages: string[] = [];
      for (const manifest of manifests) {
        const looks: Looks = { brand, mode, locale, manifest };
        const names = await statesShown(deps, paths, looks);
        if (names.length > 0) pages.push(manifest.id);
        if (only !== null && only !== manifest.id) continue;
        for (const name of names) {
          const href = `/gallery/${brand.id}/${mode}/${locale}/${manifest.id}/${name}`;
          pictures.push({ page: manifest.id, state: name, href });
        }
      }
      const now = { brand: brand.id, mode, locale, page: only };
      return {
        ...now,
        filters: filtersOf(
          now,
          brands.map(({ id }) => id),
          pages,
        ),
        pictures,
      };
    },
  };
}

/** Names of the states that the brand really has. */
async function statesShown(deps: SiteDeps, paths: TemplatePaths, looks: Looks): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of namedStates(looks.brand, looks.manifest)) {
    if (await makeState(deps, paths, looks, name)) found.push(name);
  }
  return found;
}

type Now = Pick<GalleryData, 'brand' | 'mode' | 'locale' | 'page'>;

function filtersOf(now: Now, brands: readonly string[], pages: readonly string[]): readonly GalleryFilter[] {
  const filter = (name: keyof Now, values: readonly (string | null)[]): GalleryFilter => ({
    name,
    options: values.map((value) => ({
      value,
      href: hrefOf({ ...now, [name]: value }),
      isCurrent: value === now[name],
    })),
  });
  return [
    filter('brand', brands),
    filter('mode', galleryModes),
    filter('locale', locales),
    filter('page', [null, ...pages]),
  ];
}

function hrefOf(now: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(now).filter((entry): entry is [string, string] => entry[1] !== null);
  return `/gallery?${new URLSearchParams(given)}`;
}
