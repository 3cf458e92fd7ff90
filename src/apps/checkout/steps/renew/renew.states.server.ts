import { closedMessage } from '../../passes/desk-answer.server.ts';
import { sampleSubscription } from '../../passes/sample-pass.server.ts';
import { defineStepStates, type GalleryRequest, refusedWith } from '../../gallery/states.contract.server.ts';
import { show } from '../../web/page.server.ts';
import { addDays } from '#src/kernel/time/local-date.ts';
import { renewData } from './renew.server.ts';
import type { RenewData } from './renew.types.ts';

/** A kept means of the first way to pay that keeps any. */
function keptMeans({ ctx, visit }: GalleryRequest) {
  const rails = visit.product.plans.flatMap(({ methods }) => methods.map(({ method }) => ctx.rails.byMethod(method)));
  const rail = rails.find((one) => one?.triesAreCounted)?.id;
  return rail ? { id: 'pmp_gallery', rail, gateway: 'test', brand: 'visa', last4: '1111', expiry: '12/30' } : null;
}

const inState =
  (state: 'active' | 'past-due' | 'canceled', isKept = false) =>
  (request: GalleryRequest) => {
    const found = sampleSubscription(request, state);
    if (!found) return null;
    const termFrom = addDays(found.subscription.termTo, 1);
    const owed = state === 'canceled' ? null : { termFrom, anchorMonths: 0, number: 2 };
    return show<RenewData>(renewData(request, { ...found, owed, profile: isKept ? keptMeans(request) : null }));
  };

export const states = defineStepStates<RenewData>({
  usual: inState('active'),
  kept: inState('active', true),
  'past-due': inState('past-due'),
  over: inState('canceled'),
  error: (request) => refusedWith(inState('active')(request), {}, { plan: 'subscription.plan.missing' }),
  closed: (request) => refusedWith(inState('active')(request), {}, { form: closedMessage }),
});
