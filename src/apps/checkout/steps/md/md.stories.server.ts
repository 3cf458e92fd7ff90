import { defineStepStories } from '../../stories/stories.contract.server.ts';
import { page } from './md.server.ts';

export const stories = defineStepStories({
  usual: (request) => page.load(request),
});
