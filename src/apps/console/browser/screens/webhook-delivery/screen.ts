import type { ScreenManifest } from '../screen-manifest.ts';

export const screen: ScreenManifest = { path: 'integrations/:owner/:kind/:eventId', needs: 'webhook.view' };
