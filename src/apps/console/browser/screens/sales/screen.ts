import type { ScreenManifest } from '../screen-manifest.ts';

export const screen: ScreenManifest = {
  path: 'sales',
  needs: 'sale.view',
  nav: {
    label: 'sales.title',
    icon: 'M4 7h16M4 12h16M4 17h10',
    order: 20,
    key: 'v',
  },
};
