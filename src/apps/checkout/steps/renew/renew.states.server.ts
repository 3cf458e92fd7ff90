import { closedMessage } from '../../passes/desk-answer.server.ts';
import { sampleSubscription } from '../../passes/sample-pass.server.ts';
import { defineStepStates, type GalleryRequest, refusedWith } from '../../gallery/states.contract.server.ts';
import { show } from '../../web/page.server.ts';
import type { RenewData } from './renew-page.tsx';
import { renewData } from './renew.server.ts';

const inState = (state: 'active' | 'past-due' | 'canceled') => (request: GalleryRequest) => {
  const found = sampleSubscription(request, state);
  return found && show<RenewData>(renewData(request, found));
};

export const states = defineStepStates<RenewData>({
  usual: inState('active'),
  'past-due': inState('past-due'),
  over: inState('canceled'),
  error: (request) => refusedWith(inState('active')(request), {}, { plan: 'subscription.plan.missing' }),
  closed: (request) => refusedWith(inState('active')(request), {}, { form: closedMessage }),
});
