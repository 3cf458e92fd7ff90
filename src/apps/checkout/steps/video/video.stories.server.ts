import { defineStepStories } from '../../stories/stories.contract.server.ts';
import { page } from './video.server.ts';

export const stories = defineStepStories({
  usual: (request) => page.load(request),
});
