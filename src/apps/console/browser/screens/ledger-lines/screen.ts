import type { ScreenManifest } from '../screen-manifest.ts';

export const screen: ScreenManifest = { path: 'money/lines', needs: 'figures.view' };
