import { defineStories } from '../../stories/stories.contract.server.ts';
import { page } from './link-expired.server.ts';

export const stories = defineStories({
  usual: (request) => page.load(request),
});
