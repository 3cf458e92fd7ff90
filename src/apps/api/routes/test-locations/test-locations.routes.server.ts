import { z } from 'zod';
import { findBrandForProductCode } from '#src/branding/index.server.ts';
import { openTestLocations } from '#src/domain/checkout/test-locations/index.server.ts';
import type { Routes } from '../../api.contract.server.ts';
import { operation, problems, shortText } from '../../schemas.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';

const testLocation = z.strictObject({
  id: z.string().describe('For `testLocationId` of `PATCH /v1/lead/{leadId}`.'),
  name: z.string(),
  address: z.string(),
  city: z.string(),
  region: z.string(),
  country: operation,
  left: z.number().int().min(0).describe('Free seats.'),
});

export const routes: Routes = (app, { ctx, brands }) => {
  app.get(
    '/v1/product/:code/test-locations',
    {
      schema: {
        summary: "List the test locations of a product's exam",
        description: 'Empty for a product without an exam. A seat is reserved from the first payment attempt on.',
        params: z.strictObject({ code: shortText }),
        querystring: z.strictObject({ business: shortText.optional(), operation: operation.optional() }),
        response: { 200: z.strictObject({ testLocations: z.array(testLocation) }), ...problems },
      },
    },
    async ({ params, query }, reply) => {
      const found = findBrandForProductCode(brands, params.code, query.operation);
      if (!found || (query.business && query.business !== found.product.business))
        return sendProblem(reply, 'product-not-found');
      const { brand } = found;
      const open = await openTestLocations(ctx, brand.brand, brand.variant);
      return {
        testLocations: open.map(({ id, name, address, city, region, country, left }) => ({
          ...{ id, name, address, city, region, country, left },
        })),
      };
    },
  );
};
