import type { Me } from '../../routes/me/me.types.ts';
import { screenModules, screens } from '../registry.screens.generated.ts';
import type { ScreenManifest } from '../screens/screen-manifest.ts';

/** A screen with what fetches its chunk. */
export interface KnownScreen extends ScreenManifest {
  readonly id: string;
  readonly lazy: () => Promise<object>;
}

const manifests: Readonly<Record<string, ScreenManifest>> = screens;
const modules: Readonly<Record<string, () => Promise<object>>> = screenModules;

/** Every screen of the console, by its folder. */
export const allScreens: readonly KnownScreen[] = Object.entries(manifests).flatMap(([id, manifest]) => {
  const lazy = modules[id];
  return lazy ? [{ ...manifest, id, lazy }] : [];
});

/** The entries of the rail for a person, in order. */
export function navOf(all: readonly KnownScreen[], me: Pick<Me, 'permissions' | 'environment'>): readonly NavScreen[] {
  return all
    .flatMap(({ nav, ...rest }) => (nav ? [{ ...rest, nav }] : []))
    .filter(({ needs, testOnly }) => {
      const isHere = testOnly !== true || me.environment === 'test';
      return isHere && (needs === null || me.permissions.includes(needs));
    })
    .toSorted((one, other) => one.nav.order - other.nav.order);
}

export type NavScreen = KnownScreen & { readonly nav: NonNullable<ScreenManifest['nav']> };
