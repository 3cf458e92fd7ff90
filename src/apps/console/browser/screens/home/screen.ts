import type { ScreenManifest } from '../screen-manifest.ts';

export const screen: ScreenManifest = {
  path: '',
  needs: null,
  nav: {
    label: 'home.title',
    icon: 'M4 11.5 12 5l8 6.5M6.5 10v8.5h11V10',
    order: 10,
    key: 'h',
  },
};
