import type { ScreenManifest } from '../screen-manifest.ts';

export const screen: ScreenManifest = {
  path: 'sandbox',
  needs: null,
  nav: {
    label: 'sandbox.title',
    icon: 'M9.5 4h5m-4 0v5.5L5.5 18a1.5 1.5 0 0 0 1.3 2.2h10.4A1.5 1.5 0 0 0 18.5 18l-5-8.5V4M8 14.5h8',
    order: 120,
    key: 'x',
  },
  testOnly: true,
};
