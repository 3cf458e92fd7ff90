import type { ScreenManifest } from '../screen-manifest.ts';

export const screen: ScreenManifest = { path: 'people/:lead', needs: 'sale.view' };
