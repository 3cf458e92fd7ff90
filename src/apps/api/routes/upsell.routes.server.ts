import { z } from 'zod';
import { brandOf, type UpsellAhead, upsellOffer } from '#src/branding/index.server.ts';
import { findSeller } from '#src/domain/sellers/index.ts';
import { type CheckoutSession, sessionOwning } from '#src/domain/sessions/index.server.ts';
import { acceptUpsell, declineUpsell } from '#src/domain/upsells/index.server.ts';
import type { ApiServices, Routes } from '../api.contract.server.ts';
import { id, problems } from '../schemas.ts';
import { sendProblem } from '../send-problem.server.ts';

const answerJson = z.strictObject({
  offerId: z.string(),
  decision: z.enum(['accepted', 'declined']),
  purchase: z
    .strictObject({ leadId: id, business: z.string(), productCode: z.string(), planId: z.string() })
    .nullable()
    .describe(
      'What the price and payment calls need to buy the offer, an order of its own; null when it was declined.',
    ),
});

/** What the flow of a purchase offers once its payment step is behind. */
function offerAfter({ ctx, brands }: ApiServices, session: CheckoutSession): UpsellAhead | null {
  const brand = brandOf(brands, session.brand, session.variant);
  const flow = brand?.flows.find(({ id: name }) => name === session.flowId) ?? brand?.flows[0];
  if (!brand || !flow) return null;
  const from = flow.steps.find(({ template }) => template === 'payment') ?? null;
  const seller = findSeller(brand.sellers, session.seller);
  return upsellOffer(brands, ctx.gateways, { brand, flow, from, isSellerLive: seller?.isLiveEnabled ?? false });
}

export const routes: Routes = (app, services) => {
  app.post(
    '/v1/order/:orderId/upsell',
    {
      schema: {
        summary: 'Say yes or no to what is offered after a paid order',
        description: 'Saying yes again gives the same purchase. It is priced and paid by itself, as any other.',
        params: z.strictObject({ orderId: id }),
        body: z.strictObject({ decision: z.enum(['accepted', 'declined']) }),
        response: { 200: answerJson, ...problems },
      },
    },
    async (request, reply) => {
      const { ctx } = services;
      const { orderId } = request.params;
      const session = await sessionOwning(ctx.db, services.browserOf(request).hash, { orderId });
      if (!session || session.orderId !== orderId) return sendProblem(reply, 'order-not-found');
      const ahead = session.upsell === null ? offerAfter(services, session) : null;
      if (!ahead) return sendProblem(reply, 'upsell-not-offered');
      const { decision } = request.body;
      const { id: offerId, business, productCode, planId } = ahead.offer;
      if (decision === 'declined') {
        const declined = await declineUpsell(ctx, session, offerId);
        if (declined.ok) return { offerId, decision, purchase: null };
        return sendProblem(reply, declined.error === 'under-way' ? 'upsell-under-way' : declined.error);
      }
      const accepted = await acceptUpsell(ctx, session, ahead.offer);
      if (!accepted.ok) return sendProblem(reply, accepted.error === 'under-way' ? 'upsell-under-way' : accepted.error);
      const { leadId } = accepted.value;
      if (leadId === null) throw new Error(`Session ${accepted.value.id} of an accepted offer has no lead`);
      return { offerId, decision, purchase: { leadId, business, productCode, planId } };
    },
  );
};
