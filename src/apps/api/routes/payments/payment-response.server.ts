import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import {
  isChallenge,
  type PayAnswer,
  type PayFailure,
  presentInstructions,
} from '#src/domain/payments/index.server.ts';
import { profileIdsOfAttempt } from '#src/domain/payments/profiles/index.server.ts';
import { orderView } from '#src/domain/orders/index.server.ts';
import { trialOf } from '#src/domain/checkout/trials/index.server.ts';
import { pipelinedReads } from '#src/kernel/db/pipeline.server.ts';
import { isProblemCode } from '#src/kernel/http/problems/problem.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import type { ApiServices } from '../../api.contract.server.ts';
import { quoteJson } from '../quotes/quote-json.ts';
import { id, minorUnits } from '../../schemas.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';

const splitResponse = z
  .strictObject({
    standing: z.enum(['paid', 'under-way', 'waits-for-buyer', 'held', 'declined', 'undone']),
    held: minorUnits.describe('Authorized and captured amount of the price.'),
    owed: minorUnits.describe('What the next payment methods must sum to.'),
    heldUntil: z.iso
      .datetime()
      .nullable()
      .describe('End of the hold window: until then the held amount waits for the rest.'),
  })
  .describe('State of the whole order when several methods pay it; `state` is that of the one that needs action.');

/** Response of a payment call: `token` names the purchase, `route` is the next page. */
export const paymentSchema = z.strictObject({
  token: id.describe('The order: the purchase token.'),
  orderId: id,
  attemptId: id.nullable().describe('Null for a total of zero.'),
  state: z.string().describe('State of the attempt.'),
  redirect: z.string().nullable().describe('Path of the page where the buyer answers a challenge.'),
  route: z.string().describe('Path of the next page.'),
  paymentProfileIds: z
    .array(z.string())
    .describe('Payment profiles that this payment saved; the first is the one for the next payment.'),
  instructions: z.record(z.string(), z.unknown()).nullable().describe('Payment instructions of the method.'),
  expiresAt: z.iso.datetime().nullable(),
  subscriptionId: id.optional().describe('The subscription, where this call began a trial.'),
  split: splitResponse.optional(),
});

const undecided = new Set(['created', 'unknown', 'processing']);

/**
 * Sends the result of a payment: 201 paid, 202 awaited or unknown, 402 declined. The same idempotency key always gets the same
 * answer. `onePage`: path of the single page that handles an invoice opened by a magic link.
 */
export async function sendPayment(
  services: ApiServices,
  reply: FastifyReply,
  answer: PayAnswer,
  onePage?: string,
): Promise<FastifyReply> {
  const { ctx } = services;
  if (answer.attemptId === '') return sendFree(services, reply, answer);
  const [view, profileIds] = await pipelinedReads(ctx.db, (db) =>
    Promise.all([orderView(ctx, answer.orderId, db), profileIdsOfAttempt(db, answer.attemptId)]),
  );
  const attempt = view?.attempts.find((one) => one.id === answer.attemptId);
  if (!view || !attempt) throw new Error(`Attempt ${answer.attemptId} vanished`);
  const { orderId, attemptId, state } = answer;
  if (['declined', 'failed', 'expired', 'voided'].includes(state)) {
    const code = state === 'failed' ? 'gateway-unreachable' : 'payment-declined';
    return sendProblem(reply, code, {
      members: {
        ...{ orderId, attemptId, state, declineCode: answer.declineCode },
        ...(answer.split ? { split: { ...answer.split } } : {}),
      },
    });
  }
  const rail = ctx.rails.byId(attempt.rail);
  const challenge = state === 'awaiting-buyer' && isChallenge(attempt.nextAction);
  const awaited = state === 'awaiting-buyer' && !challenge;
  const instructions: JsonObject | null = awaited ? await presentInstructions(ctx, attempt, view.order.market) : null;
  const route = challenge
    ? '/payment-verification'
    : undecided.has(state)
      ? '/parsing'
      : awaited
        ? (rail?.waitingPath ?? '/success')
        : '/success';
  return reply.code(state === 'captured' || state === 'authorized' ? 201 : 202).send({
    token: orderId,
    orderId,
    attemptId,
    state,
    redirect: challenge ? (onePage ?? '/payment-verification') : null,
    route: onePage ?? route,
    paymentProfileIds: [...profileIds],
    instructions,
    expiresAt: attempt.expiresAt.toISOString(),
    ...splitOf(answer),
  } satisfies z.infer<typeof paymentSchema>);
}

function splitOf({ split }: PayAnswer): Pick<z.infer<typeof paymentSchema>, 'split'> {
  return split ? { split } : {};
}

/** Sends the result of a zero-amount order, with the payment profile saved for the end of its trial. */
async function sendFree(
  { ctx }: ApiServices,
  reply: FastifyReply,
  { orderId, state }: PayAnswer,
): Promise<FastifyReply> {
  const trial = await trialOf(ctx.db, orderId);
  const kept = trial?.paymentProfileId;
  return reply.code(201).send({
    ...{ token: orderId, orderId, attemptId: null, state, redirect: null, route: '/success' },
    ...{ paymentProfileIds: kept ? [kept] : [], instructions: null, expiresAt: null },
    ...(trial?.subscriptionId ? { subscriptionId: trial.subscriptionId } : {}),
  } satisfies z.infer<typeof paymentSchema>);
}

/** Sends the problem of a payment that was refused before any charge. */
export function sendPayFailure(
  services: ApiServices,
  locale: string,
  reply: FastifyReply,
  failure: PayFailure,
): FastifyReply {
  switch (failure.code) {
    case 'fields-invalid':
      return sendProblem(reply, 'fields-invalid', {
        errors: Object.entries(failure.fields).map(([path, key]) => ({
          path,
          code: key,
          message: services.say(locale, key),
        })),
      });
    case 'quote-changed':
      return sendProblem(reply, 'quote-changed', { members: { quote: quoteJson(failure.quote) } });
    case 'trial-not-accepted':
      return sendProblem(reply, failure.code, { members: { quote: quoteJson(failure.quote) } });
    case 'means-refused':
      return sendProblem(reply, failure.code, { members: { declineCode: failure.declineCode } });
    case 'too-many-tries':
    case 'prompt-open':
      void reply.header('retry-after', failure.retryAfterSeconds);
      return sendProblem(reply, failure.code, { detail: services.say(locale, `payment.error.${failure.code}`) });
    case 'captcha-needed':
      return sendProblem(reply, 'captcha-needed', {
        detail: services.say(locale, 'payment.error.captcha-needed'),
        members: { challenge: '/api/v1/proof?action=pay' },
      });
    case 'method-paused':
      return sendProblem(reply, 'method-paused', { detail: services.say(locale, 'payment.error.method-paused') });
    case 'step-missing':
      return sendProblem(reply, failure.code, { members: { step: failure.step, template: failure.template } });
    case 'attempt-open':
      return sendProblem(reply, 'attempt-open', {
        members: { orderId: failure.orderId, attemptId: failure.attemptId },
      });
    case 'amount-below-limit':
    case 'amount-above-limit':
    case 'document-not-taken':
      return sendProblem(reply, failure.code, {
        errors: [
          {
            path: `paymentMethods.${failure.tender}`,
            code: failure.code,
            message: services.say(locale, `payment.error.${failure.code}`),
          },
        ],
        ...('limit' in failure
          ? { members: { limit: unitsToJson(failure.limit.amount), currency: failure.limit.currency } }
          : {}),
      });
    case 'order-paid':
    case 'gateway-unreachable':
      return sendProblem(reply, failure.code, { members: { orderId: failure.orderId } });
    default:
      return sendProblem(reply, isProblemCode(failure.code) ? failure.code : 'unexpected');
  }
}
