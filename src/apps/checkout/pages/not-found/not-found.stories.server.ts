import { defineStories } from '../../stories/stories.contract.server.ts';
import { page } from './not-found.server.ts';

export const stories = defineStories({
  usual: (request) => page.load(request),
});
