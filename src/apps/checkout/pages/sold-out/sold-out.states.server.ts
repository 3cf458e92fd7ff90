import { defineStates } from '../../gallery/states.contract.server.ts';
import { soldOutData } from './sold-out.server.ts';
import { show } from '../../web/page.server.ts';

export const states = defineStates({
  usual: (request) =>
    request.visit.product.plans.some(({ ticketLot }) => ticketLot !== null) ? show(soldOutData(request)) : null,
});
