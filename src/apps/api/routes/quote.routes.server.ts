import { z } from 'zod';
import { currentQuote } from '#src/domain/quotes/index.server.ts';
import { sessionOwning } from '#src/domain/sessions/index.server.ts';
import { isProblemCode } from '#src/kernel/errors/problem.ts';
import type { Routes } from '../api.contract.server.ts';
import { quoteJson, quoteSchema } from '../quote-json.ts';
import { id, problems, shortText } from '../schemas.ts';
import { sendProblem } from '../send-problem.server.ts';

export const routes: Routes = (app, services) => {
  app.post(
    '/v1/quote',
    {
      schema: {
        summary: "The price for a lead's purchase",
        description:
          'Stored and bound to the buyer; the only amount that will be charged. The same valid quote is given again.',
        body: z.strictObject({
          leadId: id,
          planId: shortText.optional(),
          planType: shortText.optional(),
          voucher: z.string().max(60).optional().describe('An empty word takes the voucher away.'),
        }),
        response: { 200: quoteSchema, ...problems },
      },
    },
    async (request, reply) => {
      const { leadId, planId, planType, voucher } = request.body;
      const session = await sessionOwning(services.ctx.db, services.browserOf(request).hash, { leadId });
      if (!session) return sendProblem(reply, 'lead-not-found');
      const quote = await currentQuote(services.ctx, session, {
        ...(planId === undefined ? {} : { planId }),
        ...(planType === undefined ? {} : { planType }),
        ...(voucher === undefined ? {} : { voucher }),
      });
      if (quote.ok) return quoteJson(quote.value);
      const { code } = quote.error;
      return sendProblem(reply, isProblemCode(code) ? code : 'voucher-invalid');
    },
  );
};
