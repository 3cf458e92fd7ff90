import type { ScreenManifest } from '../screen-manifest.ts';

export const screen: ScreenManifest = {
  path: 'tasks',
  needs: 'sale.view',
  nav: {
    label: 'tasks.title',
    icon: 'M5 6.5h2M5 12h2M5 17.5h2M10.5 6.5H19M10.5 12H19M10.5 17.5H19',
    order: 30,
    key: 't',
  },
};
