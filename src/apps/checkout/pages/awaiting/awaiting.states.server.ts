import { railSampleOf, sampleAttempt, sampleOrder, samplePurchase } from '../../gallery/sample-purchase.server.ts';
import { defineStates, type GalleryRequest } from '../../gallery/states.contract.server.ts';
import type { AwaitingData } from './awaiting.types.ts';
import { loadAwaiting } from './load-awaiting.server.ts';

const awaiting =
  (state: string, status?: string, at = 0) =>
  async (request: GalleryRequest) => {
    const purchase = await samplePurchase(request);
    const isShownHere = (id: string): boolean =>
      railSampleOf(id).instructions !== null && !request.ctx.rails.byId(id)?.waitingPath;
    const rail = [...new Set(purchase?.methods.map((method) => method.rail).filter(isShownHere))][at];
    if (!purchase || rail === undefined) return null;
    const made = sampleAttempt(request, purchase, rail, { state });
    const attempt = status === undefined ? made : { ...made, instructions: { ...made.instructions, status } };
    return loadAwaiting(request, { ...purchase, view: sampleOrder(request, purchase, [attempt]) });
  };

export const states = defineStates<AwaitingData>({
  usual: awaiting('awaiting-buyer'),
  'second-way': awaiting('awaiting-buyer', undefined, 1),
  // Its bank has not registered it yet.
  registering: awaiting('processing', 'pending-registration'),
});
