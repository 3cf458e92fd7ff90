import { defineStories, refusedWith } from '../../stories/stories.contract.server.ts';
import { page } from './samples.server.ts';

export const stories = defineStories({
  usual: (request) => page.load(request),
  error: async (request) => refusedWith(await page.load(request), { email: 'maria@' }, { email: 'validation.email' }),
});
