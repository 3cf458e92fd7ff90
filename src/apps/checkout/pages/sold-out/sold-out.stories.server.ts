import { defineStories } from '../../stories/stories.contract.server.ts';
import { soldOutData } from './sold-out.server.ts';
import { show } from '../../framework/page.server.ts';

export const stories = defineStories({
  usual: (request) =>
    request.visit.product.plans.some(({ ticketLot }) => ticketLot !== null) ? show(soldOutData(request)) : null,
});
