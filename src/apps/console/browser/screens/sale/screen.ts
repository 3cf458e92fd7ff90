import type { ScreenManifest } from '../screen-manifest.ts';

export const screen: ScreenManifest = { path: 'sales/:order', needs: 'sale.view' };
