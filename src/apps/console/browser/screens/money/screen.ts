import type { ScreenManifest } from '../screen-manifest.ts';

export const screen: ScreenManifest = {
  path: 'money',
  needs: 'figures.view',
  nav: {
    label: 'money.title',
    icon: 'M4 19h16M6.5 15.5v-4m5.5 4v-9m5.5 9v-6',
    order: 50,
    key: 'd',
  },
};
