import type { ScreenManifest } from '../screen-manifest.ts';

export const screen: ScreenManifest = {
  path: 'approvals',
  needs: null,
  nav: { label: 'approvals.title', icon: 'M4 12.5 8.5 17 13 12M11 15l2 2 7-9', order: 95, key: 'p' },
};
