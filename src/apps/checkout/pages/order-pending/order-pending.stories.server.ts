import type { AttemptView } from '#src/domain/orders/index.ts';
import { railSampleOf, sampleAttempt, sampleOrder, samplePurchase } from '../../stories/sample-purchase.server.ts';
import { defineStories, type StoryRequest } from '../../stories/stories.contract.server.ts';
import type { OrderPendingData } from '../../site/order-status/order-pending.types.ts';
import { showOrderPending } from '../../site/order-status/show-order-pending.server.ts';

const awaiting =
  (state: AttemptView['state'], status?: string, at = 0) =>
  async (request: StoryRequest) => {
    const purchase = await samplePurchase(request);
    const isShownHere = (id: string): boolean =>
      railSampleOf(id).instructions !== null && !request.ctx.rails.byId(id)?.waitingPath;
    const rail = [...new Set(purchase?.methods.map((method) => method.rail).filter(isShownHere))][at];
    if (!purchase || rail === undefined) return null;
    const made = sampleAttempt(request, purchase, rail, { state });
    const attempt = status === undefined ? made : { ...made, instructions: { ...made.instructions, status } };
    return showOrderPending(request, { ...purchase, view: sampleOrder(request, purchase, [attempt]) });
  };

export const stories = defineStories<OrderPendingData>({
  usual: awaiting('awaiting-buyer'),
  'second-way': awaiting('awaiting-buyer', undefined, 1),
  // The bank has not registered the slip yet.
  registering: awaiting('processing', 'pending-registration'),
});
