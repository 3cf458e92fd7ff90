import { defineStates } from '../../gallery/states.contract.server.ts';
import { show } from '../../web/page.server.ts';
import type { ShortLinkData } from './short-link-page.tsx';

export const states = defineStates<ShortLinkData>({
  gone: () => Promise.resolve(show<ShortLinkData>({}, { status: 404 })),
});
