import { paidPurchase } from '../../stories/sample-upsell.server.ts';
import { defineStepStories } from '../../stories/stories.contract.server.ts';
import { nextUpsell } from '../../site/upsell/next-upsell.server.ts';
import { show } from '../../framework/page.server.ts';
import { firstName } from '../../site/receipt/order-context.server.ts';
import type { SuccessUpsellData } from './success-upsell-page.tsx';

export const stories = defineStepStories<SuccessUpsellData>({
  usual: async (request) => {
    const nextOffer = nextUpsell(request, request.visit.flow.steps[0]);
    const main = await paidPurchase(request);
    const upsell = nextOffer && (await paidPurchase(request, nextOffer.target));
    if (!main || !upsell) return null;
    return show<SuccessUpsellData>({
      name: firstName(main.lead.name),
      email: main.lead.email,
      main: main.receipt,
      upsell: upsell.receipt,
      access: request.href('/access'),
    });
  },
});
