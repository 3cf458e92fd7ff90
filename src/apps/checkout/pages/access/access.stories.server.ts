import { defineStories } from '../../stories/stories.contract.server.ts';
import { show } from '../../framework/page.server.ts';
import type { AccessData } from './access-page.tsx';

export const stories = defineStories<AccessData>({
  ask: () => show<AccessData>({ kind: 'ask', url: null }),
  go: ({ visit }) => show<AccessData>({ kind: 'go', url: visit.brand.links.firstAccess }),
  gone: () => show<AccessData>({ kind: 'gone', url: null }),
});
