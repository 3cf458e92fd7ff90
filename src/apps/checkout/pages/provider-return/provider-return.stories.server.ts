import { defineStories } from '../../stories/stories.contract.server.ts';
import { show } from '../../framework/page.server.ts';
import type { ProviderReturnData } from './provider-return-page.tsx';

export const stories = defineStories<ProviderReturnData>({
  'other-browser': () => Promise.resolve(show<ProviderReturnData>({})),
});
