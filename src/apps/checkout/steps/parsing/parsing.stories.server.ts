import { sampleAttempt, sampleOrder, samplePurchase } from '../../stories/sample-purchase.server.ts';
import { defineStories } from '../../stories/stories.contract.server.ts';
import { watchedOrder } from '../../site/order-status/order-address.server.ts';
import { show } from '../../framework/page.server.ts';
import type { ParsingData } from '../../payment-form/stages/stages.types.ts';

export const stories = defineStories<ParsingData>({
  usual: async (request) => {
    const purchase = await samplePurchase(request);
    if (!purchase) return null;
    const attempt = sampleAttempt(request, purchase, purchase.methods[0]?.rail, { state: 'processing' });
    return show<ParsingData>({ watch: watchedOrder(request, sampleOrder(request, purchase, [attempt])) });
  },
});
