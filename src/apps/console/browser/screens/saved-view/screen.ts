import type { ScreenManifest } from '../screen-manifest.ts';

/** The address of a saved view: it leads to its list. */
export const screen: ScreenManifest = { path: 'views/:id', needs: null };
