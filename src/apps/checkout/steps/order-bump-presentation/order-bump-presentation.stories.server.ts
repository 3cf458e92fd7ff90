import { changed, defineStepStories } from '../../stories/stories.contract.server.ts';
import { page } from './order-bump-presentation.server.ts';

export const stories = defineStepStories({
  usual: (request) => page.load(request),
  taken: async (request) => {
    const made = await page.load(request);
    return made.kind === 'data'
      ? changed(made, { bumps: made.data.bumps.map((bump) => ({ ...bump, isTaken: true })) })
      : made;
  },
  none: async (request) => changed(await page.load(request), { bumps: [] }),
});
