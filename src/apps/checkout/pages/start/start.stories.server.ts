import { defineStories } from '../../stories/stories.contract.server.ts';
import { page } from './start.server.ts';

/** It belongs to no brand; its own address shows it in the neutral one. */
export const stories = defineStories({
  usual: (request) => page.load({ ...request, inFlow: null, link: {} }),
});
