import { sampleAttempt, sampleOrder, samplePurchase } from '../../gallery/sample-purchase.server.ts';
import { defineStates, type GalleryRequest, refusedWith } from '../../gallery/states.contract.server.ts';
import { showWaiting } from './show-waiting.server.ts';
import type { WaitingData } from './waiting-page.tsx';

const waiting = (state: 'awaiting-buyer' | 'expired') => async (request: GalleryRequest) => {
  const purchase = await samplePurchase(request);
  const rail = purchase?.methods.find((method) => request.ctx.rails.byId(method.rail)?.waitingPath)?.rail;
  if (!purchase || rail === undefined) return null;
  const attempt = sampleAttempt(request, purchase, rail, { state });
  const step = request.visit.flow.steps.find(({ template }) => template === 'payment') ?? null;
  return showWaiting(request, {
    ...purchase,
    view: sampleOrder(request, purchase, [attempt]),
    attempt,
    step,
  });
};

export const states = defineStates<WaitingData>({
  open: waiting('awaiting-buyer'),
  expired: waiting('expired'),
  error: async (request) => refusedWith(await waiting('expired')(request), {}, { form: 'waiting.renew.failed' }),
});
