import { z } from 'zod';
import { findSeller } from '#src/domain/catalog/sellers/index.ts';
import type { Routes } from '../../api.contract.server.ts';
import { operation, problems, shortText } from '../../schemas.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';

export const routes: Routes = (app, services) => {
  app.get(
    '/v1/seller/:source',
    {
      schema: {
        summary: 'Get a seller of a business, for attribution',
        description: '`product` is the business. A seller has no rights and changes no price.',
        params: z.strictObject({ source: shortText }),
        querystring: z.strictObject({
          seller: shortText,
          operation: operation.optional(),
          product: shortText.optional(),
        }),
        response: {
          200: z.strictObject({
            name: z.string().nullable(),
            isLiveEnabled: z.boolean(),
            account: z.string().nullable(),
          }),
          ...problems,
        },
      },
    },
    async (request, reply) => {
      const { seller, product, operation: country } = request.query;
      const brands = services.brands.brands.filter(
        (brand) => (!product || brand.business === product) && (!country || brand.market === country),
      );
      if (brands.length === 0) return sendProblem(reply, 'brand-not-found');
      const found = findSeller(
        brands.flatMap((brand) => brand.sellers),
        seller,
      );
      if (!found) return sendProblem(reply, 'seller-not-found');
      return { name: found.name, isLiveEnabled: found.isLiveEnabled, account: found.account };
    },
  );
};
