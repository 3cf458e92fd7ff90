import type {
  ChargeReference,
  ChargeRequest,
  Decline,
  GatewayAnswer,
  GatewayPort,
  IdentificationAnswer,
  Movement,
} from '#src/domain/payments/index.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import type { GatewayFactory } from '../company.factories.server.ts';
import { type HttpStatusOutcome, unreadable } from '../gateway-http.server.ts';
import { chargeIn, isGood, refundMovement } from './charge.mapping.server.ts';
import { askedOf, createChargeReader } from './charge-reader.server.ts';
import { chargeBody, type ChargeParts, partsOf } from './charge.request.ts';
import { createCulqiClient, type CulqiConfig, culqiConfig, problemIn } from './culqi-client.server.ts';
import { refusalOf } from './decline-codes.ts';
import { gateway } from './gateway.ts';
import { createCulqiRefunds } from './refunds.server.ts';
import { createCardVault } from './saved-card.server.ts';
import { readEvent } from './incoming-webhook.server.ts';
import { isSourceId, tokenPrefixes, yapeTokenRequest } from './request-rules.ts';
import {
  asksForReview,
  readAuthentication,
  rebuildChargeParts,
  parseReviewReference,
  reviewStarted,
} from './review.server.ts';
import { inspectedFrom, tokenIn } from './token.mapping.server.ts';
import { badTokenCodes, holdSeconds, recheckDays, recurrentHeaders, usedTokenCodes } from './unverified.ts';

/**
 * Cards and Yape at Culqi, which has no idempotency key. A token can be charged once, so that a repeated call makes no
 * second charge, and a charge is found again by the attempt's id in its metadata.
 */
export function createCulqiGateway(config: CulqiConfig): GatewayPort {
  const client = createCulqiClient(config);
  const vault = createCardVault(client, config.clock);
  const now = (): Date => config.clock.now();
  const { answerOf, chargeOf, refundsOf } = createChargeReader(config, client);
  const { createRefund, serialize } = createCulqiRefunds(client, refundsOf);
  const starting = new Map<string, Promise<GatewayAnswer>>();

  /** A reviewed charge is made by one call at a time: each call that sees the bank's answer could charge a kept card. */
  const find = (asked: ChargeReference): Promise<GatewayAnswer> =>
    parseReviewReference(asked.reference) ? serialize(asked.attemptId, () => readCharge(asked)) : readCharge(asked);

  async function readCharge(asked: ChargeReference): Promise<GatewayAnswer> {
    const charge = await chargeOf(asked);
    if (!('kind' in charge)) return answerOf(charge, asked);
    const review = parseReviewReference(asked.reference);
    if (charge.kind !== 'not-found' || !review || !asked.mayChargeNow) return charge;
    const said = await readAuthentication(client, review, now());
    if (isAnswer(said)) return said;
    const parts = rebuildChargeParts(asked, review, said);
    if (!parts) return { kind: 'silent', reason: 'payer-unknown' };
    const keeps = review.sourceId.startsWith(tokenPrefixes.kept) ? await vault.expiryOf(review.sourceId) : null;
    return send({ ...parts, ...(keeps === null ? {} : { keeps }) }, asked);
  }

  /** Charges a token. A token that was charged before is no error: the existing charge is the answer. */
  async function send(parts: ChargeParts, asked: ChargeReference, request?: ChargeRequest): Promise<GatewayAnswer> {
    const headers = parts.isRecurrent ? { headers: recurrentHeaders } : {};
    const answer = await client.call({ method: 'POST', path: '/charges', ...headers, json: chargeBody(parts) });
    if (answer.kind !== 'status') return answer;
    if (answer.status === 201) return answerOf(chargeIn(answer.json), asked);
    if (asksForReview(answer.json)) return request ? reviewStarted(config, request, parts.sourceId, now()) : unreadable;
    const { code } = problemIn(answer.json);
    if (usedTokenCodes.has(code)) return find({ ...asked, reference: null });
    return refused(answer, parts.sourceId.startsWith(tokenPrefixes.yape));
  }

  function refused({ status, json }: HttpStatusOutcome, isWallet: boolean): GatewayAnswer {
    if (status < 400) return unreadable;
    const { code } = problemIn(json);
    const decline = refusalOf(code, { isAboutToken: badTokenCodes.has(code), isWallet });
    return { kind: 'fact', fact: { state: 'declined', movements: [], decline, at: now() } };
  }

  /** A card's token comes with the charge; Yape's is made of the phone and the app's code. */
  async function sourceOf({ details, amount }: ChargeRequest): Promise<string | GatewayAnswer> {
    const { yapePhone, yapeCode } = details;
    if (typeof yapePhone === 'string' && typeof yapeCode === 'string') {
      const body = yapeTokenRequest({ phone: yapePhone, code: yapeCode, amount: unitsToJson(amount.amount) });
      if (!body) throw new Error('A payment with Yape came without its phone or its code');
      const answer = await client.token({ method: 'POST', path: '/tokens/yape', json: body });
      if (answer.kind === 'unreachable') return answer;
      // A token alone moves no money: a call without an answer leaves nothing behind.
      if (answer.kind === 'silent') return { kind: 'unreachable', reason: `token-${answer.reason}` };
      return answer.status === 201 ? tokenIn(answer.json, tokenPrefixes.yape) : refused(answer, true);
    }
    const { savedCardId } = details;
    if (typeof savedCardId === 'string') return savedCardId;
    const source = cardSource(details);
    if (source !== null) return source;
    return { kind: 'fact', fact: { state: 'declined', movements: [], decline: typeAgain('invalid_token'), at: now() } };
  }

  /** Reading a card's token moves no money and does not use it up. */
  async function identify(details: JsonObject): Promise<IdentificationAnswer> {
    const source = cardSource(details);
    if (source === null) return { kind: 'refused', decline: typeAgain('invalid_token') };
    const answer = await client.call({ method: 'GET', path: `/tokens/${encodeURIComponent(source)}` });
    if (answer.kind !== 'status') return { kind: 'unreachable', reason: `token-${answer.reason}` };
    if (answer.status === 404) return { kind: 'refused', decline: typeAgain('token_not_found') };
    const instrument = answer.status === 200 ? inspectedFrom(answer.json, source, details) : null;
    return instrument
      ? { kind: 'inspected', instrument }
      : { kind: 'unreachable', reason: `token-status-${answer.status}` };
  }

  /** A kept card can be charged repeatedly: an existing charge of this attempt is searched for first. */
  async function sendOnce(parts: ChargeParts, asked: ChargeReference, request: ChargeRequest): Promise<GatewayAnswer> {
    const before = await find(asked);
    return before.kind === 'not-found' ? send(parts, asked, request) : before;
  }

  /**
   * The card is kept before it is charged: a token that was charged can no longer be kept. A declined card is not kept.
   */
  async function saveAndCharge(charge: ChargeRequest, asked: ChargeReference, tokenId: string): Promise<GatewayAnswer> {
    const { attemptId: saveId, payer, details } = charge;
    const answer = await vault.keep({ saveId, tokenId, payer, expiry: details['expiry'] });
    if (answer.kind === 'not-kept') return send(partsOf(charge, tokenId), asked, charge);
    // Nothing was charged, and whether the token can still be used is unknown.
    if (answer.kind !== 'kept') return { kind: 'unreachable', reason: `keep-${answer.reason}` };
    const { token: cardId, expiry: keeps } = answer.kept;
    const charged = await sendOnce({ ...partsOf(charge, cardId), keeps }, asked, charge);
    if (charged.kind === 'fact' && charged.fact.state === 'declined') await vault.forget(cardId);
    return charged;
  }

  async function begin(charge: ChargeRequest, asked: ChargeReference): Promise<GatewayAnswer> {
    const source = await sourceOf(charge);
    if (typeof source === 'string')
      return charge.details['saveCard'] === true && source.startsWith(tokenPrefixes.card)
        ? saveAndCharge(charge, asked, source)
        : source.startsWith(tokenPrefixes.kept)
          ? sendOnce(partsOf(charge, source), asked, charge)
          : send(partsOf(charge, source), asked, charge);
    // A wallet's code is good once: this very attempt may have used it before.
    const isCodeRefused = source.kind === 'fact' && typeof charge.details['yapeCode'] === 'string';
    const before = isCodeRefused ? await find(asked) : source;
    return before.kind === 'not-found' ? source : before;
  }

  return {
    id: gateway.id,
    recheckDays,
    holdSeconds,
    identifiesTypedOnly: true,
    chargesOnPoll: true,
    identify,
    async verify({ id: saveId, details, payer, keep }) {
      const tokenId = cardSource(details);
      if (tokenId === null) return { kind: 'refused', decline: typeAgain('invalid_token') };
      // Culqi keeps a card without a verification at its bank.
      if (!keep) return { kind: 'unreachable', reason: 'asks-no-bank' };
      const answer = await vault.keep({ saveId, tokenId, payer, expiry: details['expiry'] });
      if (answer.kind === 'not-kept') return { kind: 'refused', decline: typeAgain('invalid_token') };
      return answer.kind === 'kept' ? { kind: 'valid', kept: answer.kept } : answer;
    },
    forget: (cardId) => vault.forget(cardId),
    find,
    start(charge) {
      const asked = { ...askedOf(charge), reference: null };
      const running = starting.get(asked.attemptId);
      if (running) return running;
      const work = begin(charge, asked).finally(() => starting.delete(asked.attemptId));
      starting.set(asked.attemptId, work);
      return work;
    },
    async capture(asked) {
      const charge = await chargeOf(asked);
      if ('kind' in charge) return charge;
      if (charge.capture || !isGood(charge)) return answerOf(charge, asked);
      const answer = await client.call({ method: 'POST', path: `/charges/${charge.id}/capture` });
      if (answer.kind !== 'status') return answer;
      if (answer.status === 201 || answer.status === 200) return answerOf(chargeIn(answer.json), asked);
      return find({ ...asked, reference: charge.id });
    },
    /** Uncaptured money is voided by a refund; a pending authentication needs no call. */
    async release(asked) {
      const charge = await chargeOf(asked);
      if ('kind' in charge) {
        const isOnlyAsked = charge.kind === 'not-found' && parseReviewReference(asked.reference);
        return isOnlyAsked ? { kind: 'fact', fact: { state: 'voided', movements: [], at: now() } } : charge;
      }
      const isHeld = !charge.capture && isGood(charge) && (charge.amount_refunded ?? 0) < charge.amount;
      if (!isHeld) return answerOf(charge, asked);
      const back = await serialize(charge.id, () =>
        createRefund(charge, BigInt(charge.amount), `release-${asked.attemptId}`),
      );
      return isAnswer(back) ? back : find({ ...asked, reference: charge.id });
    },
    async refund(asked, amount, refundId) {
      const charge = await chargeOf({ ...asked, reference: asked.movementId ?? asked.reference });
      if ('kind' in charge) return charge;
      const back = await serialize(charge.id, async () => {
        // Read again: another run may have refunded meanwhile.
        const seen = await chargeOf({ ...asked, reference: charge.id });
        return 'kind' in seen ? seen : createRefund(seen, amount.amount, refundId);
      });
      if (isAnswer(back)) return back;
      const movements: Movement[] = [refundMovement(back, charge.currency_code)];
      return { kind: 'fact', fact: { state: 'captured', reference: charge.id, movements, at: now() } };
    },
    readWebhook: (raw) => readEvent(raw, config.notificationKeys, 'charge'),
  };
}

/** The token of a card that was sealed for Culqi; null for another gateway's. */
function cardSource({ cardToken, sealedFor }: JsonObject): string | null {
  if (typeof cardToken !== 'string') throw new Error('A card charge came without its token');
  const isForeignInstrument = typeof sealedFor === 'string' && sealedFor !== '' && sealedFor !== gateway.id;
  return !isForeignInstrument && isSourceId(cardToken) ? cardToken : null;
}

function typeAgain(word: string): Decline {
  return refusalOf(word, { isAboutToken: true, isWallet: false });
}

function isAnswer(value: object): value is GatewayAnswer {
  return 'kind' in value && ['fact', 'not-found', 'silent', 'unreachable'].includes(String(value.kind));
}

export const gatewayFactory: GatewayFactory = {
  ...gateway,
  create({ env, clock }) {
    const { culqi } = env.companies;
    return culqi && createCulqiGateway(culqiConfig(culqi, clock));
  },
  cardTokenization: ({ culqi }) =>
    culqi && {
      kind: 'token-endpoint',
      url: `${culqi.tokenUrl}/tokens`,
      headers: { authorization: `Bearer ${culqi.publicKey}` },
      body: {
        card_number: '{number}',
        cvv: '{code}',
        expiration_month: '{month}',
        expiration_year: '{year}',
        email: '{email}',
      },
      tokenMember: 'id',
    },
  challengeUrl: ({ culqi }) => culqi && culqi.url,
};
