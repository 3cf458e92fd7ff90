import { z } from 'zod';
import { saveExtras, currentQuote } from '#src/domain/checkout/quotes/index.server.ts';
import { checkVoucherGuess } from '#src/domain/risk/index.server.ts';
import { sessionOfBrowser } from '#src/domain/checkout/sessions/index.server.ts';
import { isProblemCode } from '#src/kernel/http/problems/problem.ts';
import type { Routes } from '../../api.contract.server.ts';
import { quoteJson, quoteSchema } from './quote-json.ts';
import { id, problemDocument, problems, shortText } from '../../schemas.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';

export const routes: Routes = (app, services) => {
  app.post(
    '/v1/quote',
    {
      schema: {
        summary: "Quote the price of a lead's purchase",
        description:
          'Stored and bound to the buyer; the only amount that will be charged. A valid quote is returned again.',
        body: z.strictObject({
          leadId: id,
          planId: shortText.optional(),
          planType: shortText.optional(),
          voucher: z.string().max(60).optional().describe('An empty text removes the voucher.'),
          orderBumps: z
            .array(shortText)
            .max(20)
            .optional()
            .describe('Codes of the order bumps; stored until they are sent again. An empty list removes them.'),
          profiles: z
            .number()
            .int()
            .min(1)
            .max(100)
            .optional()
            .describe('Number of people, the buyer included; stored until it is sent again.'),
        }),
        response: { 200: quoteSchema, 409: problemDocument, 429: problemDocument, ...problems },
      },
    },
    async (request, reply) => {
      const { leadId, planId, planType, voucher, orderBumps, profiles } = request.body;
      const owned = await sessionOfBrowser(services.ctx.db, services.browserOf(request).hash, { leadId });
      if (!owned) return sendProblem(reply, 'lead-not-found');
      const quoteRequest = {
        ...(planId === undefined ? {} : { planId }),
        ...(planType === undefined ? {} : { planType }),
        ...(voucher === undefined ? {} : { voucher }),
      };
      const extras = {
        ...(orderBumps === undefined ? {} : { orderBumps }),
        ...(profiles === undefined ? {} : { profiles }),
      };
      const answered = await saveExtras(services.ctx, owned, extras, quoteRequest);
      if (!answered.ok) return sendProblem(reply, answered.error);
      const voucherGuesser = { ip: request.ip, browserHash: services.browserOf(request).hash };
      const quote = await checkVoucherGuess(services.ctx, voucherGuesser, voucher, () =>
        currentQuote(services.ctx, answered.value, quoteRequest),
      );
      if (quote.ok) return quoteJson(quote.value);
      const { code } = quote.error;
      return sendProblem(reply, isProblemCode(code) ? code : 'voucher-invalid');
    },
  );
};
