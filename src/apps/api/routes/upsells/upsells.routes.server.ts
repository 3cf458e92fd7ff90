import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { brandOf, type NextUpsell, upsellOffer } from '#src/branding/index.server.ts';
import { computeQuote } from '#src/domain/checkout/quotes/index.ts';
import { findSeller } from '#src/domain/catalog/sellers/index.ts';
import { type CheckoutSession, sessionOfBrowser } from '#src/domain/checkout/sessions/index.server.ts';
import {
  acceptUpsell,
  type BuyFailure,
  buyUpsell,
  type OneClickOption,
  declineUpsell,
  oneClickLabel,
  type OneClickInstrument,
  oneClickInstrument,
  oneClickText,
  type UpsellDecision,
  upsellDecisions,
} from '#src/domain/sales/upsells/index.server.ts';
import { stepById } from '#src/domain/checkout/flows/index.ts';
import type { PayAnswer } from '#src/domain/payments/index.ts';
import type { ProblemCode } from '#src/kernel/http/problems/problem-codes.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { ok } from '#src/kernel/result/result.ts';
import type { ApiServices, Routes } from '../../api.contract.server.ts';
import { sendPayFailure } from '../payments/payment-response.server.ts';
import { currency, id, minorUnits, problemDocument, problems, shortText } from '../../schemas.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';

const answerJson = z.strictObject({
  offerId: z.string(),
  decision: z.enum(['accepted', 'declined']),
  purchase: z
    .strictObject({ leadId: id, business: z.string(), productCode: z.string(), planId: z.string() })
    .nullable()
    .describe('Ids for the quote and payment calls of the offer, an order of its own; null when it was declined.'),
  price: z
    .strictObject({ amount: minorUnits, currency, standardAmount: minorUnits })
    .describe('Price of the offer, and its regular price.'),
  oneClick: z
    .strictObject({
      paymentProfileId: z.string(),
      brand: z.string(),
      last4: z.string(),
      choices: z
        .array(z.strictObject({ installments: z.number().int(), amount: minorUnits, text: z.string() }))
        .describe(
          'The charge of `payWithKept` for each number of installments, and the text that it agrees to: show it before.',
        ),
    })
    .nullable()
    .describe('The saved payment profile that was just used, where `payWithKept` may charge it.'),
  payment: z
    .strictObject({ orderId: id, attemptId: id, state: z.string(), declineCode: z.string().nullable() })
    .nullable()
    .describe(
      'The one charge of `payWithKept`; after a decline or a challenge, the purchase can be paid by any other method.',
    ),
  next: z
    .strictObject({ offerId: z.string(), productCode: z.string(), planId: z.string() })
    .nullable()
    .describe('The downsell that is offered after a decline.'),
});

/** The upsell that the flow of a purchase offers after its payment step; null when there is none. */
function offerAfter(
  { ctx, brands }: ApiServices,
  session: CheckoutSession,
  decisions: readonly UpsellDecision[],
  offerId: string | undefined,
): NextUpsell | null {
  const brand = brandOf(brands, session.brand, session.variant);
  const flow = brand?.flows.find(({ id: name }) => name === session.flowId) ?? brand?.flows[0];
  if (!brand || !flow) return null;
  const payment = flow.steps.find(({ template }) => template === 'payment') ?? null;
  const named = offerId === undefined ? null : stepById(flow, offerId);
  if (offerId !== undefined && !named?.props.upsell) return null;
  const seller = findSeller(brand.sellers, session.seller);
  const isDeclined = (offer: string): boolean =>
    named === null && decisions.some((one) => one.offerId === offer && one.decision === 'declined');
  const from = named ?? payment;
  return upsellOffer(brands, ctx.gateways, {
    ...{ brand, flow, from, isDeclined },
    isSellerLive: seller?.isLiveEnabled ?? false,
  });
}

export const routes: Routes = (app, services) => {
  app.post(
    '/v1/order/:orderId/upsell',
    {
      schema: {
        summary: 'Accept or decline the upsell after a paid order',
        description: 'Accepting again returns the same purchase. It is quoted and paid on its own.',
        params: z.strictObject({ orderId: id }),
        body: z.strictObject({
          decision: z.enum(['accepted', 'declined']),
          offerId: shortText.optional().describe('The offer; by default the current one.'),
          payWithKept: z
            .boolean()
            .optional()
            .describe(
              'Pays at once with the saved payment profile that was just used, once, and accepts the contract of the offer: accept without this first, then `contract/generate` for `purchase.leadId` returns the text to show.',
            ),
          installments: z.number().int().min(1).max(24).optional(),
          amount: minorUnits
            .optional()
            .describe('The amount that the buyer was shown for that number of installments; only compared.'),
        }),
        response: {
          200: answerJson,
          402: problemDocument,
          409: problemDocument,
          429: problemDocument,
          ...problems,
        },
      },
    },
    async (request, reply) => {
      const { ctx } = services;
      const { orderId } = request.params;
      const session = await sessionOfBrowser(ctx.db, services.browserOf(request).hash, { orderId });
      if (!session || session.orderId !== orderId) return sendProblem(reply, 'order-not-found');
      const { decision, offerId: named, payWithKept = false, installments = 1, amount } = request.body;
      const decisions = await upsellDecisions(ctx, orderId);
      const ahead = session.upsell === null ? offerAfter(services, session, decisions, named) : null;
      if (!ahead) return sendProblem(reply, 'upsell-not-offered');
      const { id: offerId, business, productCode, planId } = ahead.offer;
      const about = {
        offerId,
        decision,
        price: priceOf(ahead),
        purchase: null,
        oneClick: null,
        payment: null,
        next: null,
      };
      if (decision === 'declined') {
        const declined = await declineUpsell(ctx, session, offerId);
        if (!declined.ok)
          return sendProblem(reply, declined.error === 'under-way' ? 'upsell-under-way' : declined.error);
        const after = offerAfter(services, session, await upsellDecisions(ctx, orderId), undefined);
        return { ...about, next: after && after.offer.id !== offerId ? smaller(after) : null };
      }
      const instrument = await oneClickInstrument(ctx, session, ahead.offer);
      const choices = instrument ? choicesOf(services, session, ahead, instrument) : [];
      const choice = choices.find(({ count }) => count === installments);
      if (payWithKept && instrument && !choice) return sendProblem(reply, 'installments-not-offered');
      const bought = payWithKept
        ? await buyUpsell(ctx, session, ahead.offer, {
            installments,
            shownAmount: amount === undefined ? (choice?.total ?? 0n) : BigInt(amount),
            agreed: { label: oneClickLabel, text: choice?.text ?? '' },
            browser: browserSaid(request, session),
          })
        : null;
      if (bought && !bought.ok) return sendProblem(reply, problemOf(bought.error));
      const accepted = bought ? ok(bought.value.session) : await acceptUpsell(ctx, session, ahead.offer);
      if (!accepted.ok) return sendProblem(reply, problemOf(accepted.error));
      if (bought?.ok && !bought.value.paid.ok)
        return sendPayFailure(services, session.locale, reply, bought.value.paid.error);
      const { leadId } = accepted.value;
      return {
        ...about,
        purchase: leadId === null ? null : { leadId, business, productCode, planId },
        oneClick: instrument && {
          paymentProfileId: instrument.profile.id,
          brand: instrument.profile.brand,
          last4: instrument.profile.last4,
          choices: choices.map(({ count, total, text }) => ({
            ...{ installments: count, amount: unitsToJson(total) },
            text,
          })),
        },
        payment: bought?.ok && bought.value.paid.ok ? paymentOf(bought.value.paid.value) : null,
      };
    },
  );
};

/** The one-click text for each number of installments, as the page shows it beside its button. */
function choicesOf(
  { ctx, say }: ApiServices,
  { locale }: CheckoutSession,
  { target: { product, plan, brand } }: NextUpsell,
  { profile }: OneClickInstrument,
): readonly OneClickOption[] {
  return oneClickText((key, values) => say(locale, key, values), {
    ...{ profile, locale, quote: computeQuote(product, plan, null) },
    ...{ product: product.title, merchant: brand.businessName },
    takesInstallments: ctx.rails.byId(profile.rail)?.takesInstallments ?? false,
  }).choices;
}

function priceOf({ target: { plan } }: NextUpsell) {
  const { price, standardPrice } = plan;
  return {
    amount: unitsToJson(price.amount),
    currency: price.currency,
    standardAmount: unitsToJson(standardPrice.amount),
  };
}

function smaller({ offer: { id: offerId, productCode, planId } }: NextUpsell) {
  return { offerId, productCode, planId };
}

function paymentOf({ orderId, attemptId, state, declineCode }: PayAnswer) {
  return { orderId, attemptId, state, declineCode };
}

function browserSaid({ headers, ip }: FastifyRequest, { locale }: CheckoutSession) {
  return {
    userAgent: headers['user-agent']?.slice(0, 300) ?? '',
    language: headers['accept-language']?.slice(0, 60) ?? locale,
    ip,
  };
}

function problemOf(failure: BuyFailure): ProblemCode {
  if (failure === 'under-way') return 'upsell-under-way';
  return failure === 'not-kept' ? 'method-not-offered' : failure;
}
