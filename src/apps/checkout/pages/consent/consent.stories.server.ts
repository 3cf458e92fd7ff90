import { defineStories } from '../../stories/stories.contract.server.ts';
import { show } from '../../framework/page.server.ts';
import type { ConsentData } from './consent.types.ts';

export const stories = defineStories<ConsentData>({
  usual: () => show<ConsentData>({ answer: 'unasked' }),
  refused: () => show<ConsentData>({ answer: 'refused' }),
  given: () => show<ConsentData>({ answer: 'given' }),
});
