import type { ChargeReference, ChargeRequest, GatewayAnswer, GatewayPort } from '#src/domain/payments/index.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import type { GatewayFactory } from '../company.factories.server.ts';
import type { Unanswered } from '../gateway-http.server.ts';
import { notificationKeys } from '../signed-webhook.server.ts';
import { type CallbackRules, readCallbackMessage, reportEnd } from './callback.server.ts';
import { gateway } from './gateway.ts';
import { createDelayedResults } from './delayed-results.server.ts';
import { createOpenApi, type OpenApiConfig, type ReportedStatus } from './open-api.client.server.ts';
import { answerOf, answerOfQuery, isQuestion, refundOf } from './payment.mapping.server.ts';
import { plainReference, toAmount, transactionReferenceOf } from './references.ts';

export interface MPesaConfig extends OpenApiConfig {
  readonly callbacks: CallbackRules;
  /** The company name in the operator's prompt; absent or null where no setting has it. */
  readonly payee?: string | null;
  readonly clock: Clock;
}

/** Wait for the call itself before its status is queried: immediate refusals arrive within it. */
const firstWordMs = 1_000;
const askAgainMs = 400;
/** Remaining time below which no call is made. */
const leastMs = 40;

/**
 * Uses M-Pesa's open API, asynchronously on our side: the call that requests the PIN takes up to 90 s, while a charge
 * is answered within the usual budget by a status query. When the long call ends after that, a signed hint to our own
 * address triggers a poll. Our reference is derived from the attempt's id, so that each gives the other.
 */
export function createMPesaGateway(config: MPesaConfig): GatewayPort {
  const { clock, callbacks, budgetMs = 8_000 } = config;
  const api = createOpenApi(config);
  const late = createDelayedResults(clock);

  async function find(charge: Pick<ChargeReference, 'attemptId' | 'amount'>): Promise<GatewayAnswer> {
    const reference = plainReference(charge.attemptId);
    return answerOfQuery(await api.query(reference), { reference, amount: charge.amount }, late, clock.now());
  }

  /** After the buyer's page stopped waiting for the long call, its end is reported like a webhook. */
  function notifyLater(sent: Promise<ReportedStatus | Unanswered>, charge: ChargeRequest): void {
    const reference = plainReference(charge.attemptId);
    void sent.then(async (end) => {
      const code = end.kind === 'said' ? end.code : end.kind;
      late.remember(reference, code);
      const [key = ''] = callbacks.keys;
      await reportEnd(charge.notificationUrl, reference, code, key, clock);
    });
  }

  return {
    id: gateway.id,
    find,
    async start(charge) {
      const began = performance.now();
      const left = (): number => budgetMs - (performance.now() - began);
      const order = orderOf(charge, config);
      if (order === null) return refusedAmount(clock.now());
      const sent = api.collect(order);
      const reference = order.input_ThirdPartyReference;
      const first = await Promise.race([sent, pause(Math.min(firstWordMs, budgetMs / 3))]);
      if (first !== null && !isQuestion(first)) {
        if (first.kind === 'said') late.remember(reference, first.code);
        return answerOf(first, { reference, amount: charge.amount }, late, clock.now());
      }
      for (;;) {
        const there = await Promise.race([find(charge), pause(Math.max(1, left()))]);
        if (there?.kind === 'fact') {
          if (first === null) notifyLater(sent, charge);
          return withPrompt(there, charge, config.payee ?? null);
        }
        if (left() <= leastMs || first !== null) break;
        await pause(Math.min(askAgainMs, left() / 2));
      }
      if (first === null) notifyLater(sent, charge);
      return { kind: 'silent', reason: first?.kind === 'said' ? `refused-${first.code}` : 'timed-out' };
    },
    async refund(charge, amount, refundId) {
      const paid = await api.query(plainReference(charge.attemptId));
      if (paid.kind !== 'said') return paid;
      // A reversal needs the operator's own number: without it an operator has to look it up.
      if (paid.transactionId === null) return { kind: 'silent', reason: 'refused-transaction-unknown' };
      const reference = plainReference(refundId);
      const reported = await api.reverse({
        input_TransactionID: paid.transactionId,
        input_SecurityCredential: config.securityCredential,
        input_InitiatorIdentifier: config.initiator,
        input_ThirdPartyReference: reference,
        input_ServiceProviderCode: config.serviceProviderCode,
        input_ReversalAmount: toAmount(amount.amount) ?? '',
      });
      const end = reported.kind === 'said' && isQuestion(reported) ? await api.query(reference) : reported;
      const asked = { reference: plainReference(charge.attemptId), reversal: reference, amount };
      return refundOf(end, reported, asked, late, clock.now());
    },
    readWebhook: (raw) => readCallbackMessage(raw, callbacks),
  };
}

/** The body for the operator; null for an amount that it does not take. */
function orderOf(charge: ChargeRequest, config: MPesaConfig) {
  const amount = toAmount(charge.amount.amount);
  return amount === null
    ? null
    : {
        input_TransactionReference: transactionReferenceOf(charge.serial),
        input_CustomerMSISDN: (charge.payer.phone ?? '').replace('+', ''),
        input_Amount: amount,
        input_ThirdPartyReference: plainReference(charge.attemptId),
        input_ServiceProviderCode: config.serviceProviderCode,
      };
}

function refusedAmount(at: Date): GatewayAnswer {
  const decline = { code: 'gateway-refused', raw: 'amount-too-small', reversible: false };
  return { kind: 'fact', fact: { state: 'failed', movements: [], decline, at } };
}

/** The phone that rings (last four digits) and the company name of its prompt, for the waiting page. */
function withPrompt(
  answer: Extract<GatewayAnswer, { kind: 'fact' }>,
  charge: ChargeRequest,
  payee: string | null,
): GatewayAnswer {
  const phoneEnd = (charge.payer.phone ?? '').slice(-4);
  const instructions = { phoneEnd, ...(payee === null ? {} : { payee: { name: payee, document: null } }) };
  return { kind: 'fact', fact: { ...answer.fact, instructions } };
}

async function pause(ms: number): Promise<null> {
  await new Promise((resume) => setTimeout(resume, ms));
  return null;
}

export const gatewayFactory: GatewayFactory = {
  ...gateway,
  create({ env, clock }) {
    const mPesa = env.companies['m-pesa-vodacom'];
    if (!mPesa) return null;
    const callbacks = { keys: notificationKeys(mPesa.notificationSecret), takesUnsigned: mPesa.takesCallbacks };
    return createMPesaGateway({ ...mPesa, callbacks, clock });
  },
};
