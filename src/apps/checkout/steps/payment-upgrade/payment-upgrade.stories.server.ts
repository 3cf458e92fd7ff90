import { sampleSubscription } from '../../stories/sample-subscription.server.ts';
import { closedMessage } from '../../account/subscriptions/plan-change-result.server.ts';
import { changed, defineStepStories, type StoryRequest, refusedWith } from '../../stories/stories.contract.server.ts';
import { show } from '../../framework/page.server.ts';
import type { PaymentUpgradeData } from './payment-upgrade-page.tsx';
import { previewOf, upgradeData } from './payment-upgrade.server.ts';

type State = 'active' | 'trialing' | 'past-due' | 'paused' | 'canceled';

const inState = (state: State) => (request: StoryRequest) => {
  const found = sampleSubscription(request, state);
  if (!found) return null;
  const data = upgradeData(request, found, null);
  const { plan } = found;
  const isFixed = state !== 'active' && state !== 'trialing';
  if (!plan || isFixed || data.options.length > 0) return show<PaymentUpgradeData>(data);
  // Another plan, for a product that has one only.
  const price = { ...plan.price, amount: plan.price.amount * 2n };
  const higherPriced = { ...plan, id: 'plan_gallery', name: `${plan.name} +`, price };
  return show<PaymentUpgradeData>({ ...data, options: [previewOf(request, found, higherPriced, null)] });
};

/** The first of the other plans, to be confirmed. */
const preview = (state: 'active' | 'trialing') => (request: StoryRequest) => {
  const made = inState(state)(request);
  const [first] = made?.data.options ?? [];
  return first ? changed(made, { preview: first }) : null;
};

/** A plan at half the price: it begins after the paid billing period. */
function previewLater(request: StoryRequest) {
  const found = sampleSubscription(request, 'active');
  if (!found?.plan) return null;
  const { plan } = found;
  const cheaper = { ...plan, id: 'plan_gallery', price: { ...plan.price, amount: plan.price.amount / 2n } };
  return changed(inState('active')(request), { preview: previewOf(request, found, cheaper, null) });
}

export const stories = defineStepStories<PaymentUpgradeData>({
  usual: inState('active'),
  preview: preview('active'),
  'preview-in-trial': preview('trialing'),
  'preview-later': previewLater,
  changed: (request) => refusedWith(preview('active')(request), {}, { form: 'subscription.changed' }),
  closed: (request) => refusedWith(preview('active')(request), {}, { form: closedMessage }),
  // What was posted is offered no longer, so none of the cards is chosen.
  error: (request) => refusedWith(inState('active')(request), { plan: '' }, { plan: 'subscription.plan.missing' }),
  planned: (request) => {
    const made = inState('active')(request);
    const [other] = made?.data.options ?? [];
    const next = other ? { plan: other.name, from: other.nextChargeOn } : null;
    return made && next ? changed(made, { isDone: true, now: { ...made.data.now, next } }) : null;
  },
  none: (request) => changed(inState('active')(request), { options: [] }),
  charging: (request) => changed(inState('active')(request), { options: [], isCharging: true }),
  owed: inState('past-due'),
  paused: inState('paused'),
  over: inState('canceled'),
});
