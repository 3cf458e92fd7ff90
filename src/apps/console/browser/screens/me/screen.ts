import type { ScreenManifest } from '../screen-manifest.ts';

export const screen: ScreenManifest = { path: 'me', needs: null };
