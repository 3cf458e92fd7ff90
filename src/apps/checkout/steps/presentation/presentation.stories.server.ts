import { defineStepStories, type StoryRequest } from '../../stories/stories.contract.server.ts';
import { page } from './presentation.server.ts';

/** A presentation of the brand that is about a voucher, once that is over. */
function over(request: StoryRequest) {
  const { visit } = request;
  for (const flow of visit.brand.flows) {
    const step = flow.steps.find(({ props }) => props.presentation?.variant === 'black-friday');
    if (step) return page.load({ ...request, visit: { ...visit, flow, step, voucher: null } });
  }
  return null;
}

export const stories = defineStepStories({
  usual: (request) => page.load(request),
  over,
});
