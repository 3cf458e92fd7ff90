import type { ScreenManifest } from '../screen-manifest.ts';

export const screen: ScreenManifest = {
  path: 'disputes',
  needs: 'dispute.answer',
  nav: {
    label: 'disputes.title',
    icon: 'M12 4v16M6 8h12M6 8l-2.5 6a2.7 2.7 0 0 0 5 0zM18 8l-2.5 6a2.7 2.7 0 0 0 5 0zM8 20h8',
    order: 60,
    key: 'c',
  },
};
