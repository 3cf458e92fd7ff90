import { z } from 'zod';
import type { ChargeReference, ChargeRequest, GatewayAnswer, GatewayPort } from '#src/domain/payments/index.ts';
import { createHttpClient, type HttpCall } from '#src/kernel/http/client/http-client.server.ts';
import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import type { GatewayFactory } from '../company.factories.server.ts';
import { type HttpStatusOutcome, unanswered, unreadable, type Unanswered } from '../gateway-http.server.ts';
import { notificationKeys, openSignedWebhook } from '../signed-webhook.server.ts';
import { cardTokenizationOf, inspectedFrom, verificationFrom } from './card.mapping.server.ts';
import { answerFrom, chargeIdIn, codeIn } from './charge.mapping.server.ts';
import { refusalOf } from './decline-codes.ts';
import { gateway } from './gateway.ts';

export interface TestAcquirerConfig {
  readonly baseUrl: string;
  readonly merchant: string;
  readonly secret: string;
  /** Keys of its webhooks, the newest first. */
  readonly notificationKeys: readonly string[];
  readonly clock: Clock;
  /** Time for a whole call; 8 s when absent. */
  readonly budgetMs?: number;
}

/** It voids an uncaptured reservation after so long: 15 days, as Brazilian acquirers do (Cielo, capture). */
const holdSeconds = 15 * 86_400;
/** Days in which a holder may dispute a payment, with the banks' own time. */
const recheckDays = 180;

/** Time limit for reading a card: nothing was charged, so a slow answer is given up. */
const inspectionBudgetMs = 4_000;

const webhookSchema = z.object({
  id: z.string().min(1).max(100),
  type: z.literal('charge.changed'),
  chargeId: z.string().min(1).max(100),
  merchantOrderId: z.string().min(1).max(64),
});

/** Client of the acquirer. The attempt's id is both the order's number there and the idempotency key of its charge. */
export function createTestAcquirerGateway(config: TestAcquirerConfig): GatewayPort {
  const basic = Buffer.from(`${config.merchant}:${config.secret}`).toString('base64');
  const client = createHttpClient({
    baseUrl: config.baseUrl,
    headers: { authorization: `Basic ${basic}` },
    ...(config.budgetMs === undefined ? {} : { budgetMs: config.budgetMs }),
  });

  async function call(request: HttpCall): Promise<HttpStatusOutcome | Unanswered> {
    const answer = await client.call(request);
    return unanswered(answer, isClosed) ?? (answer.kind === 'status' ? answer : unreadable);
  }

  async function find(charge: ChargeReference): Promise<GatewayAnswer> {
    const answer = await call(
      charge.reference === null
        ? { method: 'GET', path: '/charges', query: { merchantOrderId: charge.attemptId } }
        : { method: 'GET', path: `/charges/${encodeURIComponent(charge.reference)}` },
    );
    if (answer.kind !== 'status') return answer;
    return answer.status === 200 ? answerFrom(answer.json, charge, config.clock.now()) : notFoundOr(answer);
  }

  /** The acquirer's id of a charge, searched for when an answer was lost. */
  async function idOf(charge: ChargeReference): Promise<string | GatewayAnswer> {
    if (charge.reference !== null) return charge.reference;
    const answer = await call({ method: 'GET', path: '/charges', query: { merchantOrderId: charge.attemptId } });
    if (answer.kind !== 'status') return answer;
    return answer.status === 200 ? (chargeIdIn(answer.json) ?? unreadable) : notFoundOr(answer);
  }

  /** Changes a charge; when its status forbids that, its current state is the answer. */
  async function change(charge: ChargeReference, what: 'capture' | 'void'): Promise<GatewayAnswer> {
    const id = await idOf(charge);
    if (typeof id !== 'string') return id;
    const answer = await call({ method: 'PUT', path: `/charges/${encodeURIComponent(id)}/${what}` });
    if (answer.kind !== 'status') return answer;
    if (answer.status === 200) return answerFrom(answer.json, charge, config.clock.now());
    return answer.status === 409 ? find({ ...charge, reference: id }) : notFoundOr(answer);
  }

  return {
    id: gateway.id,
    requiresSecurityCode: gateway.requiresSecurityCode,
    canForceChallenge: true,
    recheckDays,
    holdSeconds,
    find,
    async identify(details) {
      const { cardToken, savedCardId } = details;
      // A kept card was verified when it was kept; its id there identifies it.
      const answer = await client.call({
        budgetMs: Math.min(config.budgetMs ?? inspectionBudgetMs, inspectionBudgetMs),
        ...(typeof savedCardId === 'string'
          ? { method: 'GET', path: `/saved-cards/${encodeURIComponent(savedCardId)}` }
          : { method: 'POST', path: '/cards', json: { cardToken: textOf(cardToken) } }),
      });
      if (answer.kind !== 'status') return { kind: 'unreachable', reason: answer.reason };
      if (answer.status >= 400 && answer.status < 500 && ![401, 403, 429].includes(answer.status))
        return { kind: 'refused', decline: refusalOf(codeIn(answer.json)) };
      const { cardToken: _, ...others } = details;
      const seen = inspectedFrom(answer.json, others);
      return seen ?? { kind: 'unreachable', reason: `status-${answer.status}` };
    },
    async verify({ id, details, keep }) {
      const answer = await call({
        method: 'POST',
        path: '/verifications',
        headers: { 'idempotency-key': id },
        json: { ...nameOf(details), saveCard: keep },
      });
      if (answer.kind !== 'status') return answer;
      if (answer.status === 201) return verificationFrom(answer.json) ?? unreadable;
      return { kind: 'refused', decline: refusalOf(codeIn(answer.json)) };
    },
    async forget(token) {
      const answer = await client.call({ method: 'DELETE', path: `/saved-cards/${encodeURIComponent(token)}` });
      return answer.kind === 'status' && (answer.status === 204 || answer.status === 404);
    },
    async start(charge) {
      const answer = await call({
        method: 'POST',
        path: '/charges',
        headers: { 'idempotency-key': charge.attemptId },
        json: requestFrom(charge),
      });
      if (answer.kind !== 'status') return answer;
      if (answer.status === 201) return answerFrom(answer.json, charge, config.clock.now());
      const code = codeIn(answer.json);
      // The key is used: the charge under it is the answer.
      if (code === 'idempotency-mismatch') return find({ ...charge, reference: null });
      return {
        kind: 'fact',
        fact: { state: 'declined', movements: [], decline: refusalOf(code), at: config.clock.now() },
      };
    },
    capture: (charge) => change(charge, 'capture'),
    release: (charge) => change(charge, 'void'),
    async refund(charge, amount, refundId) {
      const id = await idOf(charge);
      if (typeof id !== 'string') return id;
      const answer = await call({
        method: 'POST',
        path: `/charges/${encodeURIComponent(id)}/refunds`,
        headers: { 'idempotency-key': refundId },
        json: { amount: unitsToJson(amount.amount) },
      });
      if (answer.kind !== 'status') return answer;
      return answer.status === 201 ? answerFrom(answer.json, charge, config.clock.now()) : notFoundOr(answer);
    },
    readWebhook(raw) {
      const opened = openSignedWebhook(raw, {
        timestampHeader: 'x-acquirer-timestamp',
        signatureHeader: 'x-acquirer-signature',
        keys: config.notificationKeys,
      });
      if (!opened.ok) return { kind: 'refused', reason: opened.error };
      const notice = webhookSchema.safeParse(opened.value);
      if (!notice.success) return { kind: 'refused', reason: 'malformed' };
      const { id, chargeId, merchantOrderId } = notice.data;
      return { kind: 'hints', hints: [{ eventId: id, reference: chargeId, attemptId: merchantOrderId }] };
    },
  };
}

/** The acquirer refuses all requests during maintenance, with this code. */
function isClosed({ status, json }: HttpStatusOutcome): boolean {
  return status === 503 && codeIn(json) === 'maintenance';
}

function notFoundOr(answer: HttpStatusOutcome): GatewayAnswer {
  return answer.status === 404 ? { kind: 'not-found' } : { kind: 'silent', reason: `refused-${codeIn(answer.json)}` };
}

function requestFrom(charge: ChargeRequest): JsonObject {
  const { payer, details } = charge;
  const { storedCredential, saveCard, codeToken } = details;
  return {
    merchantOrderId: charge.attemptId,
    amount: unitsToJson(charge.amount.amount),
    currency: charge.amount.currency,
    installments: charge.installments,
    capture: charge.capture === 'at-once',
    ...nameOf(details),
    ...(saveCard === true ? { saveCard } : {}),
    ...(typeof codeToken === 'string' ? { securityCodeToken: codeToken } : {}),
    ...(storedCredential === undefined ? {} : { storedCredential }),
    softDescriptor: charge.description.slice(0, 40),
    customer: { name: payer.name, email: payer.email, ...(payer.document ? { document: payer.document.number } : {}) },
    threeDS: isMerchants(storedCredential) ? { mode: 'none' } : askedOf(charge),
    notificationUrl: charge.notificationUrl,
  };
}

/** 3-D Secure parameters: whether the bank's page saw the buyer's browser, and our data of that browser. */
function askedOf({ forceChallenge, challengeReturnUrl, browser, details }: ChargeRequest): JsonObject {
  const { authentication } = details;
  const isKnown = typeof authentication === 'object' && authentication !== null && !Array.isArray(authentication);
  const { completion = 'U', transactionId, ...screen } = isKnown ? (authentication as JsonObject) : {};
  return {
    ...{ mode: forceChallenge ? 'required' : 'optional', notificationUrl: challengeReturnUrl },
    threeDSCompInd: completion,
    ...(transactionId === undefined ? {} : { threeDSServerTransID: transactionId }),
    ...(browser || isKnown ? { browser: { ...browser, ...screen } } : {}),
  };
}

/** A merchant-initiated charge has no buyer whom a bank could authenticate. */
function isMerchants(credential: JsonValue | undefined): boolean {
  return typeof credential === 'object' && credential !== null && 'initiator' in credential
    ? credential.initiator === 'merchant'
    : false;
}

/** How the charge names its card: verified before, kept, or still sealed. */
function nameOf({ cardId, savedCardId, cardToken }: JsonObject): JsonObject {
  if (typeof savedCardId === 'string') return { savedCardId };
  if (typeof cardId === 'string') return { cardId };
  return { cardToken: textOf(cardToken) };
}

function textOf(cardToken: JsonValue | undefined): string {
  if (typeof cardToken !== 'string') throw new Error('A card charge came without its token');
  return cardToken;
}

export const gatewayFactory: GatewayFactory = {
  ...gateway,
  create({ env, clock }) {
    const acquirer = env.companies['test-acquirer'];
    return createTestAcquirerGateway({
      baseUrl: acquirer.url,
      merchant: acquirer.merchant,
      secret: acquirer.secret,
      notificationKeys: notificationKeys(acquirer.notificationSecret),
      clock,
    });
  },
  cardTokenization: ({ 'test-acquirer': acquirer }) => cardTokenizationOf(acquirer),
  challengeUrl: ({ 'test-acquirer': acquirer }) => acquirer.url,
};
