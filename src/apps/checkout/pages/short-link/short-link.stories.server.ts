import { defineStories } from '../../stories/stories.contract.server.ts';
import { show } from '../../framework/page.server.ts';
import type { ShortLinkData } from './short-link-page.tsx';

export const stories = defineStories<ShortLinkData>({
  gone: () => Promise.resolve(show<ShortLinkData>({}, { status: 404 })),
});
