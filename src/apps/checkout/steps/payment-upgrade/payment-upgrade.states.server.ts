import { sampleSubscription } from '../../passes/sample-pass.server.ts';
import { changed, defineStepStates, type GalleryRequest, refusedWith } from '../../gallery/states.contract.server.ts';
import { show } from '../../web/page.server.ts';
import type { PaymentUpgradeData } from './payment-upgrade-page.tsx';
import { previewOf, upgradeData } from './payment-upgrade.server.ts';

const inState = (state: 'active' | 'trialing' | 'canceled') => (request: GalleryRequest) => {
  const found = sampleSubscription(request, state);
  if (!found) return null;
  const data = upgradeData(request, found, null);
  const { plan } = found;
  if (!plan || state === 'canceled' || data.options.length > 0) return show<PaymentUpgradeData>(data);
  // Another plan, for a product that has one only.
  const price = { ...plan.price, amount: plan.price.amount * 2n };
  const dearer = { ...plan, id: 'plan_gallery', name: `${plan.name} +`, price };
  return show<PaymentUpgradeData>({ ...data, options: [previewOf(request, found, dearer, null)] });
};

export const states = defineStepStates<PaymentUpgradeData>({
  usual: inState('active'),
  preview: (request) => {
    const made = inState('active')(request);
    const [preview] = made?.data.options ?? [];
    return preview ? changed(made, { preview }) : null;
  },
  'preview-in-trial': (request) => {
    const made = inState('trialing')(request);
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
  none: (request) => changed(inState('active')(request), { options: [] }),
  over: inState('canceled'),
});
