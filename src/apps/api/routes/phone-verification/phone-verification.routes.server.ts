import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { brandOf } from '#src/branding/index.server.ts';
import { checkPhoneCode, sendPhoneCode } from '#src/domain/customers/phones/index.server.ts';
import { type CheckoutSession, sessionOfBrowser } from '#src/domain/checkout/sessions/index.server.ts';
import type { ApiServices, Routes } from '../../api.contract.server.ts';
import { id, problemDocument, problems, shortText } from '../../schemas.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';

const params = z.strictObject({ leadId: id });
const purchase = { productCode: shortText, business: shortText };

/** `Retry-After` where the reason of a refusal is not disclosed. */
const defaultPauseSeconds = 60;

/** The lead's session, if it is this browser's and for this product; else null. */
async function ownSession(
  { ctx, browserOf }: ApiServices,
  request: FastifyRequest,
  leadId: string,
  about: { readonly productCode: string; readonly business: string },
): Promise<CheckoutSession | null> {
  const session = await sessionOfBrowser(ctx.db, browserOf(request).hash, { leadId });
  const isAbout = session?.productCode === about.productCode && session.business === about.business;
  return isAbout ? session : null;
}

export const routes: Routes = (app, services) => {
  const { ctx, brands, say } = services;

  app.post(
    '/v1/lead/:leadId/phones/send-sms',
    {
      schema: {
        summary: "Send a code to a lead's phone",
        description:
          'A new code replaces the one before. The reason why none is sent is not returned: too soon, too many for this phone, address or block of numbers, a number outside the markets, or a carrier that does not answer.',
        params,
        body: z.strictObject(purchase),
        response: {
          202: z.strictObject({
            expiresAt: z.iso.datetime(),
            resendAfterSeconds: z.number().int().describe('When another code may be asked for.'),
          }),
          429: problemDocument,
          ...problems,
        },
      },
    },
    async (request, reply) => {
      const { leadId } = request.params;
      const session = await ownSession(services, request, leadId, request.body);
      if (!session) return sendProblem(reply, 'lead-not-found');
      const brand = brandOf(brands, session.brand, session.variant)?.name ?? '';
      const sent = await sendPhoneCode(ctx, {
        leadId,
        ip: request.ip,
        words: (code) => say(session.locale, 'phone-verification.sms', { brand, code }),
      });
      if (sent.ok) {
        const { expiresAt, resendAt } = sent.value;
        const resendAfterSeconds = Math.max(0, Math.ceil((resendAt.getTime() - ctx.clock.now().getTime()) / 1000));
        return reply.code(202).send({ expiresAt: expiresAt.toISOString(), resendAfterSeconds });
      }
      const pause = sent.error.code === 'too-soon' ? sent.error.retryAfterSeconds : defaultPauseSeconds;
      void reply.header('retry-after', pause);
      return sendProblem(reply, 'code-not-sent');
    },
  );

  app.post(
    '/v1/lead/:leadId/phones/validate',
    {
      schema: {
        summary: "Verify a lead's phone by the code that it got",
        description:
          'Five guesses per code, ten minutes, one use. A wrong, old, used or missing code is answered alike.',
        params,
        body: z.strictObject({ code: z.string().max(20), ...purchase }),
        response: { 200: z.strictObject({ verified: z.literal(true) }), ...problems },
      },
    },
    async (request, reply) => {
      const { leadId } = request.params;
      const { code, ...about } = request.body;
      const session = await ownSession(services, request, leadId, about);
      if (!session) return sendProblem(reply, 'lead-not-found');
      return (await checkPhoneCode(ctx, leadId, code))
        ? { verified: true as const }
        : sendProblem(reply, 'code-refused');
    },
  );
};
