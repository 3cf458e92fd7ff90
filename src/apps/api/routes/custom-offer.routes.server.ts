import { z } from 'zod';
import { brandOf } from '#src/branding/index.server.ts';
import { createOffer, offerById } from '#src/domain/custom-offers/index.server.ts';
import { isLocalDate, requireLocalDate } from '#src/kernel/time/local-date.ts';
import type { Routes } from '../api.contract.server.ts';
import { staffOnly } from '../operator.server.ts';
import { id, minorUnits, problems, shortText } from '../schemas.ts';
import { sendProblem } from '../send-problem.server.ts';

const offerBody = z
  .strictObject({
    subscriptionId: id.optional().describe('For whom has a subscription: the price of its next terms.'),
    leadId: id.optional().describe('For whom only left contact data: the price of a first purchase.'),
    planId: shortText,
    amount: minorUnits.min(1).describe('What a term costs by this offer.'),
    seller: shortText,
    expiresOn: z.string().refine(isLocalDate).describe('Last day on which it may be taken, in the market.'),
  })
  .refine((it) => (it.subscriptionId === undefined) !== (it.leadId === undefined), 'names one of both');

const offerJson = z.strictObject({
  id,
  path: z.string().describe('The page of the offer with the secret of its link; only its hash is kept.'),
});

/** What a link says for a country. */
const wordsOfMarket = { BR: {}, MZ: { lang: 'pt-mz' }, PE: { flowId: 'peru' } } as const;

export const routes: Routes = (app, services) => {
  app.post(
    '/v1/custom-offers',
    {
      schema: {
        summary: "Write down a seller's offer to one buyer",
        description:
          "For the school's staff: needs `Authorization: Bearer` with the operator's token; without one configured there is nothing here.",
        body: offerBody,
        response: { 201: offerJson, ...problems },
      },
      ...staffOnly(services),
    },
    async (request, reply) => {
      const { subscriptionId, leadId = '', planId, amount, seller, expiresOn } = request.body;
      const made = await createOffer(services.ctx, {
        subject: subscriptionId === undefined ? { leadId } : { subscriptionId },
        planId,
        amount: BigInt(amount),
        seller,
        expiresOn: requireLocalDate(expiresOn),
      });
      if (!made.ok) {
        const errors = [{ path: 'expiresOn', code: 'day-past' }];
        if (made.error === 'over') return sendProblem(reply, 'fields-invalid', { errors });
        return sendProblem(reply, made.error === 'plan-not-offered' ? 'plan-not-found' : 'not-found');
      }
      const { id: offerId, token } = made.value;
      const offer = await offerById(services.ctx.db, offerId);
      const brand = offer && brandOf(services.brands, offer.brand, offer.variant);
      const product = brand?.products.find(({ code }) => code === offer?.productCode);
      const query = new URLSearchParams({
        ...(product ? { product: product.key } : {}),
        ...(offer ? wordsOfMarket[offer.market] : {}),
        customOffer: offerId,
        t: token,
      });
      return reply.code(201).send({ id: offerId, path: `/custom-offer?${query}` });
    },
  );
};
