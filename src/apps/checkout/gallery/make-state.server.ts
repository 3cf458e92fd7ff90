import type { Brand } from '#src/branding/index.ts';
import type { TemplatePaths } from '#src/domain/flows/index.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import { pageStates, stepStates } from '../registry.states.server.generated.ts';
import type { SiteDeps } from '../site/open-request.server.ts';
import type { PageManifest } from '../web/page.ts';
import { type GalleryPlace, galleryRequest, placesOf } from './gallery-request.server.ts';
import type { GalleryRequest, GalleryShown, PageStates } from './states.contract.server.ts';

const given: Readonly<Record<string, PageStates>> = { ...stepStates, ...pageStates };

/** Whose page is looked at, and how. */
export interface Looks {
  readonly brand: Brand;
  readonly mode: 'dark' | 'light';
  readonly locale: Locale;
  readonly manifest: PageManifest;
}

/** A state of a page at one of its places. */
interface NamedState {
  /** Last part of the address: `error`; at a place that is not the first, `<flow>.error`. */
  readonly name: string;
  readonly place: GalleryPlace;
  readonly state: string;
  readonly isLong: boolean;
  readonly isBusy: boolean;
}

export interface MadeState {
  readonly request: GalleryRequest;
  readonly shown: GalleryShown<unknown>;
}

/** All states of a page in a brand, by name: its own, one with long names and, for a page with a form, one under way. */
export function namedStates(brand: Brand, { id, hasBehaviour, methods }: PageManifest): readonly NamedState[] {
  const own = Object.keys(given[id] ?? {});
  const [usual] = own;
  if (usual === undefined) return [];
  const hasForm = hasBehaviour && methods !== 'any' && methods.includes('POST');
  return placesOf(brand, id).flatMap((place, index) => {
    const named = (name: string, state: string, more: Partial<NamedState> = {}): NamedState => ({
      ...{ place, state, isLong: false, isBusy: false },
      ...more,
      name: index === 0 ? name : `${place.flow.id}.${name}`,
    });
    if (index > 0) return [named(usual, usual)];
    return [
      ...own.map((name) => named(name, name)),
      named('long', usual, { isLong: true }),
      ...(hasForm ? [named('busy', usual, { isBusy: true })] : []),
    ];
  });
}

/** Makes a state; null when the brand never has it. */
export async function makeState(
  deps: SiteDeps,
  paths: TemplatePaths,
  { brand, mode, locale, manifest }: Looks,
  name: string,
): Promise<MadeState | null> {
  const wanted = namedStates(brand, manifest).find((one) => one.name === name);
  const make = wanted && given[manifest.id]?.[wanted.state];
  if (!wanted || !make) return null;
  const { place, isLong, isBusy } = wanted;
  const request = galleryRequest(deps, paths, { brand, mode, locale, manifest, place, isLong });
  const shown: Awaited<ReturnType<PageStates[string]>> = request && (await make(request));
  if (!request || shown?.kind !== 'data') return null;
  return { request, shown: isBusy ? { ...shown, isBusy } : shown };
}
