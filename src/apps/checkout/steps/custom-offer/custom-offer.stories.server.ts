import { defineStepStories, refusedWith } from '../../stories/stories.contract.server.ts';
import { page } from './custom-offer.server.ts';

export const stories = defineStepStories({
  usual: (request) => page.load(request),
  error: async (request) => {
    const made = await page.load(request);
    const isChoice = made.kind === 'data' && 'plans' in made.data && made.data.plans.length > 1;
    return isChoice ? refusedWith(made, { plan: '' }, { plan: 'validation.required' }) : null;
  },
});
