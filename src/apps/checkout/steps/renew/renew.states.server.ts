import { sampleMeans } from '../../gallery/sample-means.ts';
import { closedMessage } from '../../passes/desk-answer.server.ts';
import { sampleSubscription } from '../../passes/sample-pass.server.ts';
import { defineStepStates, type GalleryRequest, refusedWith } from '../../gallery/states.contract.server.ts';
import { show } from '../../web/page.server.ts';
import { addDays } from '#src/kernel/time/local-date.ts';
import { renewData } from './renew.server.ts';
import type { RenewData } from './renew.types.ts';

interface Change {
  /** It is charged by a kept means. */
  readonly isKept?: boolean;
  /** Its next term is paid for already. */
  readonly isAhead?: boolean;
}

const inState =
  (state: 'active' | 'past-due' | 'suspended' | 'canceled', { isKept = false, isAhead = false }: Change = {}) =>
  (request: GalleryRequest) => {
    const found = sampleSubscription(request, state);
    const profile = isKept ? sampleMeans(request) : null;
    if (!found || (isKept && !profile)) return null;
    const termFrom = addDays(found.subscription.termTo, 1);
    const owed = state === 'canceled' || isAhead ? null : { termFrom, anchorMonths: 0, number: 2 };
    return show<RenewData>(renewData(request, { ...found, owed, profile }));
  };

/** The same after a press that nothing came of. */
const refused = (error: string, change?: Change) => (request: GalleryRequest) =>
  refusedWith(inState('active', change)(request), {}, { form: error });

export const states = defineStepStates<RenewData>({
  usual: inState('active'),
  kept: inState('active', { isKept: true }),
  'past-due': inState('past-due'),
  suspended: inState('suspended'),
  'suspended-kept': inState('suspended', { isKept: true }),
  'paid-ahead': inState('active', { isAhead: true }),
  over: inState('canceled'),
  // What was posted is offered no longer, so none of the cards is chosen.
  error: (request) => refusedWith(inState('active')(request), { plan: '' }, { plan: 'subscription.plan.missing' }),
  changed: refused('subscription.changed'),
  'kept-changed': refused('subscription.changed', { isKept: true }),
  busy: refused('subscription.busy'),
  closed: refused(closedMessage),
});
