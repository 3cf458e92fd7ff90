import { z } from 'zod';
import { exchangeAccess } from '#src/domain/customers/access/index.server.ts';
import type { Routes } from '../../api.contract.server.ts';
import { id, problems } from '../../schemas.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';

export const routes: Routes = (app, services) => {
  app.post(
    '/v1/access/exchange',
    {
      schema: {
        summary: "Exchange a first access token for its buyer and product, for the school's platform",
        description: 'Valid once, within 15 minutes of the click that created the token.',
        body: z.strictObject({ token: z.string().regex(/^[\w-]{43}$/) }),
        response: {
          200: z.strictObject({
            accessId: id.describe('The same as in the message `access.granted`.'),
            orderId: id,
            productCode: z.string(),
            brand: z.string(),
            buyer: z.strictObject({ name: z.string(), email: z.string() }),
          }),
          ...problems,
        },
      },
    },
    async (request, reply) => {
      const access = await exchangeAccess(services.ctx, request.body.token);
      return access ?? sendProblem(reply, 'access-denied');
    },
  );
};
