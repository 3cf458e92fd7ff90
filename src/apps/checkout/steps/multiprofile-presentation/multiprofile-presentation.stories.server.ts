import { changed, defineStepStories, refusedWith } from '../../stories/stories.contract.server.ts';
import { page } from './multiprofile-presentation.server.ts';

export const stories = defineStepStories({
  usual: (request) => page.load(request),
  // The link's plan is for one.
  none: async (request) => {
    const made = await page.load(request);
    return made.kind === 'data' ? changed(made, { options: made.data.options.slice(0, 1) }) : made;
  },
  error: async (request) =>
    refusedWith(await page.load(request), { profiles: '' }, { profiles: 'validation.required' }),
});
