import { z } from 'zod';
import { findBrandForProductCode } from '#src/branding/index.server.ts';
import { ticketLots } from '#src/domain/checkout/tickets/index.server.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import type { Routes } from '../../api.contract.server.ts';
import { currency, minorUnits, operation, problems, shortText } from '../../schemas.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';

const ticketJson = z.strictObject({
  planId: z.string().describe('The plan that sells the lot.'),
  lot: z.number().int().describe('1 for the first lot.'),
  name: z.string(),
  price: minorUnits,
  standardPrice: minorUnits,
  currency,
  left: z.number().int().min(0).describe('Free seats.'),
  standing: z
    .enum(['on-sale', 'next', 'sold-out', 'over'])
    .describe('One lot at a time is on sale; the next one opens when its seats are sold or its time is over.'),
  until: z.iso.datetime().nullable().describe('First instant at which the lot is no longer sold.'),
});

export const routes: Routes = (app, { ctx, brands }) => {
  app.get(
    '/v1/product/:code/tickets',
    {
      schema: {
        summary: 'List the ticket lots of an event',
        description: 'Empty for a product that sells no tickets. A seat is reserved from the first payment attempt on.',
        params: z.strictObject({ code: shortText }),
        querystring: z.strictObject({
          business: shortText.optional(),
          plan: shortText.optional().describe('Only the lot of this plan.'),
          operation: operation.optional(),
        }),
        response: { 200: z.strictObject({ tickets: z.array(ticketJson) }), ...problems },
      },
    },
    async ({ params, query }, reply) => {
      const found = findBrandForProductCode(brands, params.code, query.operation);
      if (!found || (query.business && query.business !== found.product.business))
        return sendProblem(reply, 'product-not-found');
      const { brand, product } = found;
      if (query.plan && !product.plans.some(({ id }) => id === query.plan)) return sendProblem(reply, 'plan-not-found');
      const lots = await ticketLots(ctx, ctx.db, brand.brand, product);
      return {
        tickets: lots
          .filter(({ plan }) => query.plan === undefined || plan.id === query.plan)
          .map(({ plan, lot, left, standing }) => ({
            planId: plan.id,
            lot: lot.number,
            name: plan.name,
            price: unitsToJson(plan.price.amount),
            standardPrice: unitsToJson(plan.standardPrice.amount),
            currency: plan.price.currency,
            left,
            standing,
            until: lot.until?.toISOString() ?? null,
          })),
      };
    },
  );
};
