import { sampleProfile } from '../../stories/sample-profiles.ts';
import { closedMessage } from '../../account/subscriptions/plan-change-result.server.ts';
import { sampleSubscription } from '../../stories/sample-subscription.server.ts';
import { defineStepStories, type StoryRequest, refusedWith } from '../../stories/stories.contract.server.ts';
import { show } from '../../framework/page.server.ts';
import { addDays } from '#src/kernel/time/local-date.ts';
import { renewData } from './renew.server.ts';
import type { RenewData } from './renew.types.ts';

interface Change {
  /** It is charged by a saved instrument. */
  readonly hasSavedCardProfile?: boolean;
  /** Its next billing period is paid already. */
  readonly isAhead?: boolean;
}

const inState =
  (
    state: 'active' | 'past-due' | 'suspended' | 'canceled',
    { hasSavedCardProfile = false, isAhead = false }: Change = {},
  ) =>
  (request: StoryRequest) => {
    const found = sampleSubscription(request, state);
    const profile = hasSavedCardProfile ? sampleProfile(request) : null;
    if (!found || (hasSavedCardProfile && !profile)) return null;
    const periodStart = addDays(found.subscription.periodEnd, 1);
    const owed = state === 'canceled' || isAhead ? null : { periodStart, anchorMonths: 0, number: 2 };
    return show<RenewData>(renewData(request, { ...found, owed, profile }));
  };

/** The same after a press without effect. */
const refused = (error: string, change?: Change) => (request: StoryRequest) =>
  refusedWith(inState('active', change)(request), {}, { form: error });

export const stories = defineStepStories<RenewData>({
  usual: inState('active'),
  kept: inState('active', { hasSavedCardProfile: true }),
  'past-due': inState('past-due'),
  suspended: inState('suspended'),
  'suspended-kept': inState('suspended', { hasSavedCardProfile: true }),
  'paid-ahead': inState('active', { isAhead: true }),
  over: inState('canceled'),
  // What was posted is offered no longer, so none of the cards is chosen.
  error: (request) => refusedWith(inState('active')(request), { plan: '' }, { plan: 'subscription.plan.missing' }),
  changed: refused('subscription.changed'),
  'kept-changed': refused('subscription.changed', { hasSavedCardProfile: true }),
  busy: refused('subscription.busy'),
  closed: refused(closedMessage),
});
