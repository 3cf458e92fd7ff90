import type { ScreenManifest } from '../screen-manifest.ts';

export const screen: ScreenManifest = {
  path: 'staff',
  needs: 'grant.manage',
  nav: {
    label: 'staff.title',
    icon: 'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3.5 19c.5-3.5 2.6-5 5.5-5s5 1.5 5.5 5M15.5 11a2.5 2.5 0 1 0 0-5M17 14c2 .5 3.2 2 3.5 5',
    order: 110,
    key: 'e',
  },
};
