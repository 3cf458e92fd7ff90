import type { ScreenManifest } from '../screen-manifest.ts';

export const screen: ScreenManifest = { path: 'disputes/:id', needs: 'sale.view' };
