import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { anyLinkOpens } from '#src/domain/customers/magic-links/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import { offerById, acceptSubscriptionOffer } from '#src/domain/sales/custom-offers/index.server.ts';
import { leadById } from '#src/domain/checkout/leads/index.server.ts';
import { deleteProfile, usableProfiles } from '#src/domain/payments/profiles/index.server.ts';
import { verifyInstrument } from '#src/domain/payments/index.server.ts';
import { type CheckoutSession, sessionById, sessionOfBrowser } from '#src/domain/checkout/sessions/index.server.ts';
import { chargePeriodNow } from '#src/domain/subscriptions/charging/index.server.ts';
import {
  setInstrument,
  type Subscription,
  subscriptionById,
} from '#src/domain/subscriptions/subscriptions/index.server.ts';
import { readMagicLinks } from '#src/kernel/http/cookies/magic-link-cookies.server.ts';
import type { ApiServices, Routes } from '../../api.contract.server.ts';
import { id, problemDocument, problems, shortText } from '../../schemas.ts';
import { sendPayFailure } from '../payments/payment-response.server.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';

const profile = z.strictObject({
  id,
  brand: z.string(),
  last4: z.string(),
  expiry: z.string().describe('MM/AA.'),
});

const instrumentBody = z.strictObject({
  method: shortText.describe("The specification's name of the method."),
  fields: z
    .record(z.string().max(40), z.string().max(4096))
    .describe("The method's own fields, e.g. a one-use card token; `keep: yes` saves it. Never a card number."),
  customOfferId: id
    .optional()
    .describe('The offer that this accepts: its price holds from the next billing period on. Needs `keep: yes`.'),
});

const verified = z.strictObject({
  valid: z.boolean(),
  declineCode: z.string().nullable(),
  paymentProfileIds: z
    .array(z.string())
    .describe('The saved payment profile, where the instrument was valid and is saved.'),
  becameMeans: z.boolean().describe('The saved payment profile pays the next billing periods of the subscription.'),
  customOffer: z.enum(['taken', 'over', 'not-possible']).nullable().describe('Outcome of the named offer.'),
});

const keyShape = /^[\w-]{16,64}$/;

/** The session of the lead, if it belongs to this browser. */
function ownSession({ ctx, browserOf }: ApiServices, request: FastifyRequest, leadId: string) {
  return sessionOfBrowser(ctx.db, browserOf(request).hash, { leadId });
}

/** The session of a subscription, if this browser bought it or opened a magic link to it. */
async function sessionOfSubscription(
  services: ApiServices,
  request: FastifyRequest,
  { id: subscriptionId, leadId }: Subscription,
): Promise<CheckoutSession | null> {
  const own = await ownSession(services, request, leadId);
  if (own) return own;
  if (!(await anyLinkOpens(services.ctx, subscriptionId, readMagicLinks(request.headers.cookie)))) return null;
  const lead = await leadById(services.ctx.db, leadId);
  return lead ? sessionById(services.ctx.db, lead.sessionId) : null;
}

/**
 * Makes a verified and saved payment profile the subscription's instrument, or accepts the offer with it. Without an offer, an
 * overdue billing period is charged at once.
 */
async function useInstrument(
  ctx: DomainContext,
  subscriptionId: string,
  profileId: string,
  offerId: string | undefined,
): Promise<{ becameMeans: boolean; customOffer: 'taken' | 'over' | 'not-possible' | null }> {
  if (offerId !== undefined) {
    const taken = await acceptSubscriptionOffer(ctx, offerId, profileId);
    if (taken.ok) return { becameMeans: true, customOffer: 'taken' };
    return { becameMeans: false, customOffer: taken.error === 'over' ? 'over' : 'not-possible' };
  }
  const set = await setInstrument(ctx, subscriptionId, { kind: 'profile', profileId, installments: 1 });
  if (set.ok) await chargePeriodNow(ctx, subscriptionId);
  return { becameMeans: set.ok, customOffer: null };
}

export const routes: Routes = (app, services) => {
  const { ctx } = services;

  app.get(
    '/v1/lead/:leadId/payment-profiles',
    {
      schema: {
        summary: 'List the saved payment profiles of this buyer',
        params: z.strictObject({ leadId: id }),
        response: { 200: z.strictObject({ profiles: z.array(profile) }), ...problems },
      },
    },
    async (request, reply) => {
      const session = await ownSession(services, request, request.params.leadId);
      if (!session) return sendProblem(reply, 'lead-not-found');
      const profiles = await usableProfiles(ctx.db, session.id);
      return {
        profiles: profiles.map(({ id: profileId, brand, last4, expiry }) => ({ id: profileId, brand, last4, expiry })),
      };
    },
  );

  app.delete(
    '/v1/lead/:leadId/payment-profiles/:profileId',
    {
      schema: {
        summary: 'Delete a payment profile',
        params: z.strictObject({ leadId: id, profileId: id }),
        response: { 204: z.null(), ...problems },
      },
    },
    async (request, reply) => {
      const session = await ownSession(services, request, request.params.leadId);
      const deleted =
        session &&
        (await deleteProfile(ctx.db, ctx.config, {
          sessionId: session.id,
          profileId: request.params.profileId,
          now: ctx.clock.now(),
        }));
      if (!deleted) return sendProblem(reply, 'not-found');
      // Our record is deleted already; a copy left at the gateway cannot be charged without it.
      if (deleted.token !== null) await ctx.gateways.byId(deleted.gateway)?.forget?.(deleted.token);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/v2/subscription/:id/custom-sale/verify-card',
    {
      schema: {
        summary: "Verify a payment instrument without a charge; saved, it becomes the subscription's",
        description:
          'Needs an `Idempotency-Key` header: the same key is the same verification. Only from the browser that bought the subscription, or one that came by a link to it.',
        params: z.strictObject({ id }),
        body: instrumentBody,
        response: { 200: verified, 429: problemDocument, ...problems },
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key'];
      if (typeof key !== 'string' || key === '') return sendProblem(reply, 'idempotency-key-missing');
      if (!keyShape.test(key)) return sendProblem(reply, 'idempotency-key-malformed');
      const subscription = await subscriptionById(ctx, request.params.id);
      const session = subscription && (await sessionOfSubscription(services, request, subscription));
      const lead = subscription && session ? await leadById(ctx.db, subscription.leadId) : null;
      if (!subscription || !session || !lead) return sendProblem(reply, 'not-found');
      const { method, fields, customOfferId } = request.body;
      const offer = customOfferId === undefined ? null : await offerById(ctx.db, customOfferId);
      if (customOfferId !== undefined && offer?.subscriptionId !== subscription.id)
        return sendProblem(reply, 'offer-not-found');
      const checked = await verifyInstrument(ctx, {
        key: `${subscription.id} ${key}`,
        business: subscription.business,
        market: subscription.market,
        currency: subscription.price.currency,
        method,
        fields,
        buyer: { name: lead.name, email: lead.email, phone: lead.phone },
        sessionId: session.id,
        ip: request.ip,
        visitor: services.browserOf(request).hash,
      });
      if (checked.ok) {
        const { valid, declineCode, profileId } = checked.value;
        const none = { becameMeans: false, customOffer: null };
        const became = profileId === null ? none : await useInstrument(ctx, subscription.id, profileId, customOfferId);
        return { valid, declineCode, paymentProfileIds: profileId === null ? [] : [profileId], ...became };
      }
      const { error } = checked;
      if (error.code === 'gateway-unreachable') return sendProblem(reply, error.code);
      return sendPayFailure(services, session.locale, reply, error);
    },
  );
};
