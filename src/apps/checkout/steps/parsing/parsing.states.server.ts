import { sampleAttempt, sampleOrder, samplePurchase } from '../../gallery/sample-purchase.server.ts';
import { defineStates } from '../../gallery/states.contract.server.ts';
import { watchedOrder } from '../../status/standing.server.ts';
import { show } from '../../web/page.server.ts';
import type { ParsingData } from './parsing-page.tsx';

export const states = defineStates<ParsingData>({
  usual: async (request) => {
    const purchase = await samplePurchase(request);
    if (!purchase) return null;
    const attempt = sampleAttempt(request, purchase, purchase.methods[0]?.rail, { state: 'processing' });
    return show<ParsingData>({ watch: watchedOrder(request, sampleOrder(request, purchase, [attempt])) });
  },
});
