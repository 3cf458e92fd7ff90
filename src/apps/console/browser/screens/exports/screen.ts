import type { ScreenManifest } from '../screen-manifest.ts';

export const screen: ScreenManifest = {
  path: 'exports',
  needs: 'export.plain',
  nav: { label: 'exports.title', icon: 'M12 4v10M8 10.5l4 4 4-4M5 19h14', order: 70, key: 'b' },
};
