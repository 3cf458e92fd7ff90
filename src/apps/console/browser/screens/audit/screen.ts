import type { ScreenManifest } from '../screen-manifest.ts';

export const screen: ScreenManifest = {
  path: 'audit',
  needs: null,
  nav: { label: 'audit.title', icon: 'M6 4h12v16H6zM9 8.5h6M9 12h6M9 15.5h3.5', order: 120, key: 'r' },
};
