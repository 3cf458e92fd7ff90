import { defineStories } from '../../stories/stories.contract.server.ts';
import { page } from './cookies-disabled.server.ts';

export const stories = defineStories({
  usual: (request) => page.load(request),
});
