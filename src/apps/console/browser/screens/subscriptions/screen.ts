import type { ScreenManifest } from '../screen-manifest.ts';

export const screen: ScreenManifest = {
  path: 'subscriptions',
  needs: 'sale.view',
  nav: {
    label: 'subscriptions.title',
    icon: 'M5 12a7 7 0 0 1 12-5l2 2M19 12a7 7 0 0 1-12 5l-2-2M19 5v4h-4M5 19v-4h4',
    order: 40,
    key: 'a',
  },
};
