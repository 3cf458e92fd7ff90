import { sampleSubscription } from '#src/apps/checkout/stories/sample-subscription.server.ts';
import {
  changed,
  defineStories,
  type StoryRequest,
  refusedWith,
} from '#src/apps/checkout/stories/stories.contract.server.ts';
import { show } from '#src/apps/checkout/framework/page.server.ts';
import { railParts } from '#src/apps/checkout/site/rail-parts.ts';
import type { SubscriptionCardData } from './subscription-card.types.ts';
import { subscriptionCardData } from './subscription-card-data.server.ts';

const of = (state: 'active' | 'past-due') => (request: StoryRequest) => {
  const found = sampleSubscription(request, state);
  if (!found) return null;
  const data = subscriptionCardData(request, 'pag_gallery', found.subscription, found.lead.email);
  return show<SubscriptionCardData>(data, {
    head: { parts: data.method ? railParts('form', [data.method.rail]) : [] },
  });
};

export const stories = defineStories<SubscriptionCardData>({
  usual: of('active'),
  'past-due': of('past-due'),
  error: (request) => refusedWith(of('active')(request), {}, { form: 'subscription-card.keep-missing' }),
  refused: (request) => refusedWith(of('past-due')(request), {}, { form: 'subscription-card.refused' }),
  nobody: (request) => changed(of('active')(request), { method: null }),
});
