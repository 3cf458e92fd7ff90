import { z } from 'zod';
import { brandOf } from '#src/branding/index.server.ts';
import {
  brandOfOffer,
  brandOfOfferSubject,
  confirmOffer,
  createOffer,
  pendingOffers,
} from '#src/domain/sales/custom-offers/index.server.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { isLocalDate, requireLocalDate } from '#src/kernel/time/local-date.ts';
import type { Routes } from '../../api.contract.server.ts';
import { requireOperator } from '../../operator.server.ts';
import { currency, id, minorUnits, problemDocument, problems, shortText } from '../../schemas.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';

const offerBody = z
  .strictObject({
    subscriptionId: id.optional().describe('For a subscriber: the price of the next billing periods.'),
    leadId: id.optional().describe('For a lead without a purchase: the price of the first one.'),
    planId: shortText,
    amount: minorUnits.min(1).describe('Price of a billing period by this offer.'),
    seller: shortText,
    expiresOn: z.string().refine(isLocalDate).describe('Last day on which it can be accepted, in the market.'),
  })
  .refine((it) => (it.subscriptionId === undefined) !== (it.leadId === undefined), 'names one of both');

const offerJson = z.strictObject({
  id,
  path: z.string().describe('The page of the offer with the secret of its link; only its hash is stored.'),
  state: z.enum(['open', 'waiting']).describe('`waiting`: the link opens nothing until another operator approves.'),
});

const waitingOffer = z.strictObject({
  ...{ id, brand: z.string(), planId: z.string(), seller: z.string(), amount: minorUnits, currency },
  askedBy: z.string().nullable(),
  askedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});

/** Default per cent of the list price. An offer below it needs a second operator. */
const defaultFloorPercent = 50;
const staff = "For the school's staff: needs `Authorization: Bearer` with the token of an operator with `offers`.";

/** Link parameters that select a market. */
const linkParamsOfMarket = { BR: {}, MZ: { lang: 'pt-mz' }, PE: { flowId: 'peru' } } as const;

export const routes: Routes = (app, services) => {
  const guard = requireOperator(services, 'offers');
  app.post(
    '/v1/custom-offers',
    {
      schema: {
        summary: "Create a seller's offer to one buyer",
        description: `${staff} Below a part of the list price (\`CUSTOM_OFFER_FLOOR\`) it waits until another operator agrees, for 48 hours.`,
        body: offerBody,
        response: { 201: offerJson, 409: problemDocument, ...problems },
      },
      ...guard.route,
    },
    async (request, reply) => {
      const { subscriptionId, leadId = '', planId, amount, seller, expiresOn } = request.body;
      const subject = subscriptionId === undefined ? { leadId } : { subscriptionId };
      const of = await brandOfOfferSubject(services.ctx, subject);
      if (!guard.mayIn(request, of ?? undefined)) return sendProblem(reply, 'not-found');
      const made = await createOffer(services.ctx, {
        subject,
        planId,
        amount: BigInt(amount),
        seller,
        expiresOn: requireLocalDate(expiresOn),
        by: {
          name: guard.nameOf(request),
          hasApprover: guard.hasApprover(request, of ?? ''),
          floor: services.offerFloor ?? defaultFloorPercent,
        },
      });
      if (!made.ok) {
        const errors = [{ path: 'expiresOn', code: 'day-past' }];
        if (made.error === 'second-operator-needed') return sendProblem(reply, made.error);
        if (made.error === 'over') return sendProblem(reply, 'fields-invalid', { errors });
        return sendProblem(reply, made.error === 'plan-not-offered' ? 'plan-not-found' : 'not-found');
      }
      const { id: offerId, token, needsApproval, ...offer } = made.value;
      const brand = brandOf(services.brands, offer.brand, offer.variant);
      const product = brand?.products.find(({ code }) => code === offer.productCode);
      const query = new URLSearchParams({
        ...(product ? { product: product.key } : {}),
        ...linkParamsOfMarket[offer.market],
        customOffer: offerId,
        t: token,
      });
      const state = needsApproval ? 'waiting' : 'open';
      return reply.code(201).send({ id: offerId, path: `/custom-offer?${query}`, state });
    },
  );

  app.get(
    '/v1/custom-offers/waiting',
    {
      schema: {
        summary: "List offers that wait for another operator's approval",
        description: `${staff} Oldest first, at most 200. Their links open nothing yet.`,
        response: { 200: z.strictObject({ offers: z.array(waitingOffer) }), ...problems },
      },
      ...guard.route,
    },
    async (request, reply) =>
      reply.send({
        offers: (await pendingOffers(services.ctx, guard.brandsOf(request))).map((one) => ({
          ...one,
          amount: unitsToJson(one.amount),
          askedAt: one.askedAt.toISOString(),
          expiresAt: one.expiresAt.toISOString(),
        })),
      }),
  );

  app.post(
    '/v1/custom-offers/:offerId/confirm',
    {
      schema: {
        summary: 'Approve an offer that another operator created',
        description: `${staff} Its link opens it from then on; the same again changes nothing. Who asked cannot agree.`,
        params: z.strictObject({ offerId: id }),
        body: z.strictObject({
          amount: minorUnits.min(1).describe('The price, as it was listed.'),
        }),
        response: { 200: z.strictObject({ id, state: z.literal('open') }), 409: problemDocument, ...problems },
      },
      ...guard.route,
    },
    async (request, reply) => {
      const { offerId } = request.params;
      const of = await brandOfOffer(services.ctx, offerId);
      if (!guard.mayIn(request, of ?? undefined)) return sendProblem(reply, 'not-found');
      const done = await confirmOffer(services.ctx, offerId, guard.nameOf(request), BigInt(request.body.amount));
      return done.ok ? reply.send({ id: offerId, state: 'open' as const }) : sendProblem(reply, done.error);
    },
  );
};
