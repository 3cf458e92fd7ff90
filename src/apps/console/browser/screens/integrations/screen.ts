import type { ScreenManifest } from '../screen-manifest.ts';

export const screen: ScreenManifest = {
  path: 'integrations',
  needs: 'webhook.view',
  nav: {
    label: 'integrations.title',
    icon: 'M9 7V4m6 3V4M7 7h10v4a5 5 0 0 1-10 0zM12 16v4',
    order: 90,
    key: 'i',
  },
};
