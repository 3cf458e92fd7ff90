import { defineStories } from '../../stories/stories.contract.server.ts';
import { page } from './start.server.ts';

/** The page belongs to no brand and is shown in the neutral theme. */
export const stories = defineStories({
  usual: (request) => page.load({ ...request, inFlow: null, link: {} }),
});
