import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { redeemProofOfWork } from '#src/domain/risk/index.server.ts';
import { subscriptionProfile } from '#src/domain/payments/profiles/index.server.ts';
import { storedAnswerOf, pay, type PayRequest, type PayResult } from '#src/domain/payments/index.server.ts';
import { sessionOfIdempotencyKey } from '#src/domain/subscriptions/plan-changes/index.server.ts';
import { agreedPlan } from '#src/domain/subscriptions/plan-changes/index.ts';
import { sessionById } from '#src/domain/checkout/sessions/index.server.ts';
import type { SubscriptionServiceFailure, Subscription } from '#src/domain/subscriptions/subscriptions/index.ts';
import type { ProblemCode } from '#src/kernel/http/problems/problem-codes.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { magicLinkCookie } from '#src/kernel/http/cookies/magic-link-cookies.server.ts';
import type { ApiApp, ApiServices, Routes } from '../../api.contract.server.ts';
import { chooseLocations } from '../leads/choose-locations.server.ts';
import { separateMethods } from '../payments/joined-methods.ts';
import { paymentSchema, sendPayFailure, sendPayment } from '../payments/payment-response.server.ts';
import { id, minorUnits, placesAsked, problemDocument, problems, shortText, tender } from '../../schemas.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';
import { visibleSubscription } from './visible-subscription.server.ts';

const ownFields = z.record(z.string().max(40), z.string().max(4096));

/** Fields of both versions. */
const sharedFields = {
  subscriptionId: id.optional().describe('The same as in the path.'),
  business: shortText,
  captchaToken: z.string().max(4096).optional(),
  document: z.string().max(20).optional(),
  ...placesAsked,
  planId: shortText.optional().describe('The plan of the next billing period; absent: the present one.'),
  productCode: shortText.optional(),
  seller: shortText
    .optional()
    .describe("Not stored: a billing period stays the sale of the subscription's first seller."),
  source: shortText.optional().describe('Not stored, like the seller.'),
  sessionId: shortText.optional().describe("The caller's own id of its visit; not stored."),
};

const bodyV1 = z.strictObject({
  ...sharedFields,
  paymentMethod: shortText.describe("The specification's name of the method."),
  numberInstallments: z.number().int().min(1).max(24).optional(),
  metadata: ownFields
    .optional()
    .describe("The method's own fields, e.g. a one-use card token. Without any, the subscription's own instrument."),
});

const bodyV2 = z.strictObject({
  ...sharedFields,
  amount: minorUnits.describe('The amount that the buyer was shown; only compared.'),
  type: z.enum(['renew']),
  paymentMethods: z.array(tender).min(1).max(6).describe('One to five, which sum to the amount due.'),
  metadata: ownFields.optional().describe('Not stored.'),
});

/** A renewal call of either version. */
interface Renewal extends Pick<
  z.infer<typeof bodyV1>,
  'subscriptionId' | 'business' | 'captchaToken' | 'document' | 'planId' | 'productCode' | 'unitId' | 'testLocationId'
> {
  readonly amount?: number;
  readonly tenders: readonly z.infer<typeof tender>[];
}

const keyShape = /^[\w-]{16,64}$/;

const refusals: Readonly<Record<SubscriptionServiceFailure, ProblemCode>> = {
  'plan-not-offered': 'plan-not-found',
  changed: 'renewal-changed',
  'charge-under-way': 'renewal-under-way',
  'not-possible': 'renewal-not-owed',
};

async function answer(
  services: ApiServices,
  request: FastifyRequest,
  subscriptionId: string,
  body: Renewal,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { ctx } = services;
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return sendProblem(reply, 'idempotency-key-missing');
  if (!keyShape.test(key)) return sendProblem(reply, 'idempotency-key-malformed');
  const subscription = await visibleSubscription(services, request, subscriptionId);
  if (!subscription || !isAbout(subscription, body)) return sendProblem(reply, 'not-found');
  const tenders = await readTenders(services, subscription, body);
  if (!tenders) return sendProblem(reply, 'tender-mix-not-offered');
  const asked = JSON.stringify([subscriptionId, body.planId ?? '', body.amount ?? null]);
  const money = { idempotencyKey: key, asked, tenders };
  const before = await sessionOfIdempotencyKey(ctx.db, subscriptionId, key);
  const replayed = before && (await storedAnswerOf(ctx, { ...money, sessionId: before, quoteId: '' }));
  if (replayed) return send(services, subscription, reply, replayed);

  const planId = body.planId ?? agreedPlan(subscription).planId;
  const shown = body.amount === undefined ? {} : { shownAmount: BigInt(body.amount) };
  const billed = await ctx.subscriptionService?.renew?.({ subscriptionId, planId, ...shown });
  if (!billed) return sendProblem(reply, 'not-ready');
  if (!billed.ok) return sendProblem(reply, refusals[billed.error]);
  const { invoiceId, token, sessionId, quoteId, total } = billed.value;
  if (body.amount !== undefined && total !== BigInt(body.amount))
    return sendProblem(reply, 'renewal-changed', { members: { amount: unitsToJson(total) } });
  void reply.header('set-cookie', magicLinkCookie(invoiceId, token, ctx.config.publicOrigin.startsWith('https:')));
  const session = body.unitId || body.testLocationId ? await sessionById(ctx.db, sessionId) : null;
  const refused = session && (await chooseLocations(services, session, body, reply, { isPaying: true }));
  if (refused) return refused;
  const visitor = services.browserOf(request).hash;
  if (body.captchaToken !== undefined)
    await redeemProofOfWork(ctx, { token: body.captchaToken, action: 'pay', browserHash: visitor });
  const paid = await pay(ctx, {
    ...money,
    visitor,
    sessionId,
    quoteId,
    shownAmount: total,
    browser: {
      userAgent: request.headers['user-agent']?.slice(0, 300) ?? '',
      language: request.headers['accept-language']?.slice(0, 60) ?? subscription.locale,
      ip: request.ip,
    },
  });
  // The renewal was canceled meanwhile, and its price changed. Callers name no quote, so that `quote-not-found` would mislead.
  if (!paid.ok && paid.error.code === 'quote-not-found') return sendProblem(reply, 'renewal-changed');
  return send(services, subscription, reply, paid, `/payment/${invoiceId}`);
}

function isAbout(subscription: Subscription, { subscriptionId, business, productCode }: Renewal): boolean {
  const isSame = subscriptionId === undefined || subscriptionId === subscription.id;
  const isProduct = productCode === undefined || productCode === subscription.productCode;
  return isSame && isProduct && business === subscription.business;
}

/** Tenders of a renewal. A tender without fields is paid by the subscription's payment profile, if its rail is the same. */
async function readTenders(
  { ctx }: ApiServices,
  subscription: Subscription,
  { tenders, document }: Renewal,
): Promise<PayRequest['tenders'][number][] | null> {
  const named = separateMethods(tenders);
  const profile = await subscriptionProfile(ctx.db, subscription.id);
  return (
    named?.map(({ method, amount, installments, fields = {} }) => {
      const isKept = profile?.rail === ctx.rails.byMethod(method)?.id && Object.keys(fields).length === 0;
      return {
        method,
        installments: installments ?? 1,
        ...(amount === undefined ? {} : { amount: BigInt(amount) }),
        fields: {
          ...(document === undefined ? {} : { document }),
          ...(profile && isKept ? { paymentProfileId: profile.id } : fields),
        },
        // A saved profile is charged with one click, without a security code.
        ...(profile && isKept ? { isOneClick: true as const } : {}),
      };
    }) ?? null
  );
}

function send(
  services: ApiServices,
  { locale }: Subscription,
  reply: FastifyReply,
  result: PayResult,
  route?: string,
): Promise<FastifyReply> | FastifyReply {
  return result.ok
    ? sendPayment(services, reply, result.value, route)
    : sendPayFailure(services, locale, reply, result.error);
}

const schemaOf = {
  summary: 'Pay the next billing period of a subscription',
  description:
    'Needs an `Idempotency-Key` header (16 to 64 letters, digits, `_` or `-`): the same key charges once and gets the same answer for ever. Only from the browser that bought the subscription, or one that came by a link to it. A billing period is paid once: page, call and worker pay one order. Plans and prices are those of the renewal (taxes zeroed).',
  params: z.strictObject({ id }),
  response: {
    201: paymentSchema,
    202: paymentSchema,
    402: problemDocument,
    409: problemDocument,
    429: problemDocument,
    ...problems,
  },
} as const;

function addV1(app: ApiApp, services: ApiServices): void {
  app.post('/v1/subscription/:id/renew', { schema: { ...schemaOf, body: bodyV1 } }, async (request, reply) => {
    const { paymentMethod: method, numberInstallments, metadata, ...rest } = request.body;
    const tenders = [
      {
        method,
        ...(numberInstallments === undefined ? {} : { installments: numberInstallments }),
        ...(metadata ? { fields: metadata } : {}),
      },
    ];
    await answer(services, request, request.params.id, { ...rest, tenders }, reply);
    return reply;
  });
}

function addV2(app: ApiApp, services: ApiServices): void {
  app.post('/v2/subscription/:id/renew', { schema: { ...schemaOf, body: bodyV2 } }, async (request, reply) => {
    const { paymentMethods: tenders, ...rest } = request.body;
    await answer(services, request, request.params.id, { ...rest, tenders }, reply);
    return reply;
  });
}

export const routes: Routes = (app, services) => {
  addV1(app, services);
  addV2(app, services);
};
