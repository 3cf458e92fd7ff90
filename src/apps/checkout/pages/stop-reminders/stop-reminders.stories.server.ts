import { sampleBuyers } from '../../stories/sample-buyers.ts';
import { defineStories, type StoryRequest } from '../../stories/stories.contract.server.ts';
import { showStop } from './stop-reminders.server.ts';

const emailOf = ({ visit }: StoryRequest): string => sampleBuyers[visit.brand.market].email;

export const stories = defineStories({
  usual: (request) => showStop(request, { hasOptedOut: false, email: emailOf(request) }),
  stopped: (request) => showStop(request, { hasOptedOut: true, email: emailOf(request) }),
});
