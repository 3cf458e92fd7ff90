import type { ScreenManifest } from '../screen-manifest.ts';

export const screen: ScreenManifest = {
  path: 'health',
  needs: 'health.view',
  nav: { label: 'health.title', icon: 'M3.5 12h4l2.5-6 4 12 2.5-6h4', order: 90, key: 's' },
};
