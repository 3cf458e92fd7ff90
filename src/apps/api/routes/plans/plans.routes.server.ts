import { z } from 'zod';
import { findBrandForPlan } from '#src/branding/index.server.ts';
import type { Routes } from '../../api.contract.server.ts';
import { problems, shortText } from '../../schemas.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';

export const routes: Routes = (app, services) => {
  app.get(
    '/v1/plan/:planId/product',
    {
      schema: {
        summary: 'Get the product of a plan',
        params: z.strictObject({ planId: shortText }),
        response: { 200: z.strictObject({ code: z.string() }), ...problems },
      },
    },
    async (request, reply) => {
      const found = findBrandForPlan(services.brands, request.params.planId);
      return found ? { code: found.product.code } : sendProblem(reply, 'offer-not-found');
    },
  );
};
