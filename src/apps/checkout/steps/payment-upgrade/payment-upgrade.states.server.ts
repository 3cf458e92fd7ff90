import { sampleSubscription } from '../../passes/sample-pass.server.ts';
import { changed, defineStepStates, type GalleryRequest, refusedWith } from '../../gallery/states.contract.server.ts';
import { show } from '../../web/page.server.ts';
import type { PaymentUpgradeData } from './payment-upgrade-page.tsx';
import { upgradeData } from './payment-upgrade.server.ts';

const inState = (state: 'active' | 'canceled') => (request: GalleryRequest) => {
  const found = sampleSubscription(request, state);
  return found && show<PaymentUpgradeData>(upgradeData(request, found));
};

export const states = defineStepStates<PaymentUpgradeData>({
  usual: inState('active'),
  preview: (request) => {
    const made = inState('active')(request);
    const [preview] = made?.data.options ?? [];
    return preview ? changed(made, { preview }) : null;
  },
  error: (request) => refusedWith(inState('active')(request), {}, { plan: 'subscription.plan.missing' }),
  planned: (request) => {
    const made = inState('active')(request);
    const [other] = made?.data.options ?? [];
    const next = other ? { plan: other.name, from: other.nextChargeOn } : null;
    return made && next ? changed(made, { isDone: true, now: { ...made.data.now, next } }) : null;
  },
  over: inState('canceled'),
});
