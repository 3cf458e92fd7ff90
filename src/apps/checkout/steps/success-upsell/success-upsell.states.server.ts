import { paidPurchase } from '../../gallery/sample-upsell.server.ts';
import { defineStepStates } from '../../gallery/states.contract.server.ts';
import { upsellAhead } from '../../upsell/upsell-ahead.server.ts';
import { show } from '../../web/page.server.ts';
import { firstName } from '../success/order-facts.server.ts';
import type { SuccessUpsellData } from './success-upsell-page.tsx';

export const states = defineStepStates<SuccessUpsellData>({
  usual: async (request) => {
    const ahead = upsellAhead(request, request.visit.flow.steps[0]);
    const main = await paidPurchase(request);
    const upsell = ahead && (await paidPurchase(request, ahead.target));
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
