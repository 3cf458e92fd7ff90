import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonValue } from '#src/kernel/json/json.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import type { PaymentsContext } from '../context.server.ts';
import { orderById } from '../../orders/index.server.ts';
import { attemptOriginOf } from '../../risk/index.server.ts';
import {
  type CardAttemptReservation,
  reserveCardAttempt,
  interpretDecline,
  instrumentKey,
  parseRawDecline,
  unknownBrand,
  type CardAttemptRequest,
} from '../decline-policy/index.server.ts';
import { type AttemptRow, updateAttempt } from '../attempts/attempt.repository.server.ts';
import type {
  ChargeRequest,
  Decline,
  GatewayAnswer,
  GatewayPort,
  IdentifiedInstrument,
  IdentificationAnswer,
} from '../ports/gateway.port.ts';
import {
  recordSaveConsent,
  type ResolvedCharge,
  paymentProfileField,
  resolveProfile,
} from './resolve-payment-profile.server.ts';

const answerWrittenMs = 2_000;
/** Card attempts that this process makes now. Those of a process that died must not block a card. */
const running = new Set<string>();

/** Installments are a Brazilian custom between local banks; foreign-issued cards pay at once (Cielo, E-commerce API 3.0). */
const domesticInstallmentsOnly: ReadonlySet<Country> = new Set(['BR']);

/** How long an attempt waits for others of the same instrument, and how often it checks. */
const patienceMs = 3_000;
const retryPollMs = 40;

/**
 * Charges an instrument whose schemes limit card attempts: it is identified (no money moves), counted, and only then charged. An
 * attempt that is not allowed is declined with a code of ours, without asking the bank. Other rails are charged at once.
 */
export async function startCharge(
  ctx: PaymentsContext,
  gateway: GatewayPort,
  attempt: Pick<AttemptRow, 'id' | 'rail' | 'kept' | 'order_id' | 'gateway'>,
  asked: ChargeRequest,
): Promise<GatewayAnswer> {
  if (!ctx.rails.byId(attempt.rail)?.countsCardAttempts) return gateway.start(asked);
  const at = ctx.clock.now();
  const named = await resolveProfile(ctx, attempt, asked);
  if (!named.ok) return refused(named.error, at);
  const { charge } = named.value;
  const order = await orderById(ctx.db, attempt.order_id);
  const sessionId = order?.sessionId ?? attempt.order_id;
  const seen = await identifyOrRecall(gateway, named.value, sessionId);
  if (seen.kind === 'unreachable') return seen;
  if (seen.kind === 'refused') return refused(seen.decline, at);
  const { instrument } = seen;
  if (charge.installments > 1 && isForeignInstrument(charge.market, instrument))
    return blockedAnswer('foreign-installments', at);
  const expiry = instrument.expiry || textOf(named.value.shown['expiry']);
  await recordInstrument(
    ctx,
    attempt,
    { ...instrument, expiry },
    await recordSaveConsent(ctx, sessionId, attempt, charge),
  );

  const reservation = await acquireCardAttempt(ctx, {
    id: charge.attemptId,
    attemptId: charge.attemptId,
    instrument: seen.key ?? (await instrumentKey(ctx.db, ctx.config, gateway.id, instrument)),
    gateway: gateway.id,
    brand: instrument.brand || unknownBrand,
    purchase: sessionId,
    origin: attemptOriginOf(ctx, { ip: charge.browser?.ip ?? '', email: charge.payer.email, sessionId }),
    context: {
      isSavedInstrument: paymentProfileField in asked.details,
      canForceChallenge: gateway.canForceChallenge === true,
    },
    amount: charge.amount.amount,
    currency: charge.amount.currency,
    installments: charge.installments,
    expiry,
    isMerchantInitiated: named.value.isMerchantInitiated,
  });
  if (reservation.kind !== 'reserved')
    return blockedAnswer(reservation.kind === 'busy' ? 'card-try-later' : reservation.code, at);
  const counted = {
    ...charge,
    details: instrument.details,
    ...(reservation.forceChallenge ? { forceChallenge: true as const } : {}),
  };
  try {
    return markFinal(instrument.brand, await gateway.start(counted));
  } finally {
    // The attempt counts as running until its answer is stored.
    setTimeout(() => running.delete(charge.attemptId), answerWrittenMs).unref();
  }
}

/** Whether the instrument is of another country than a market that allows installments to local ones only. */
function isForeignInstrument(market: Country, { countryOfIssue }: IdentifiedInstrument): boolean {
  return domesticInstallmentsOnly.has(market) && countryOfIssue !== undefined && countryOfIssue !== market;
}

/** Marks a decline in `raw` as final where only the gateway says so: the schemes' tables would allow a retry. */
function markFinal(brand: string, answer: GatewayAnswer): GatewayAnswer {
  const refusal = answer.kind === 'fact' ? answer.fact.decline : undefined;
  if (answer.kind !== 'fact' || !refusal || refusal.reversible) return answer;
  const read = parseRawDecline(refusal.raw);
  if (read.reversible !== undefined || !interpretDecline({ brand, ...read }).reversible) return answer;
  const decline = { ...refusal, raw: `${refusal.raw} retry=no` };
  return { kind: 'fact', fact: { ...answer.fact, decline } };
}

/** An instrument before its charge; `key`: the one under which it was counted before. */
type Identification =
  | Exclude<IdentificationAnswer, { readonly kind: 'inspected' }>
  | { readonly kind: 'inspected'; readonly instrument: IdentifiedInstrument; readonly key?: string | null };

/**
 * Identifies an instrument by its gateway alone. Fields of the buyer's form (document, address, brand) could be varied at will to
 * pass the limits: where the gateway does not identify yet, all attempts of a purchase count as one instrument, under the
 * strictest limits.
 */
async function identifyOrRecall(
  gateway: GatewayPort,
  { charge, known }: ResolvedCharge,
  sessionId: string,
): Promise<Identification> {
  const { details } = charge;
  if (gateway.identify && (known === null || !gateway.identifiesTypedOnly)) return gateway.identify(details);
  if (known === null)
    return {
      kind: 'inspected',
      instrument: { fingerprint: `purchase ${sessionId}`, brand: '', last4: '', expiry: '', details },
    };
  const { token, brand, last4, expiry, instrumentKey: key } = known;
  // Where it was not counted before, the token names one instrument only; brand, digits and expiry may be a stranger's too.
  return { kind: 'inspected', instrument: { fingerprint: `kept ${token}`, brand, last4, expiry, details }, key };
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** A decline of ours: `raw` says that no bank was asked, so that it is never counted as an attempt. */
function blockedAnswer(code: string, at: Date): GatewayAnswer {
  return refused({ code, raw: 'not-sent', reversible: false }, at);
}

function refused(decline: Decline, at: Date): GatewayAnswer {
  return { kind: 'fact', fact: { state: 'declined', movements: [], decline, at } };
}

/** Reserves a card attempt, waiting for others of the same instrument, in real time. */
export async function acquireCardAttempt(
  ctx: PaymentsContext,
  wanted: CardAttemptRequest,
): Promise<CardAttemptReservation> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const reservation = await reserveCardAttempt(ctx, wanted, (id) => running.has(id));
    if (reservation.kind === 'reserved' && wanted.attemptId !== null) running.add(wanted.id);
    if (reservation.kind !== 'busy' || performance.now() > until) return reservation;
    await sleep(retryPollMs);
  }
}

/** Stores brand, digits and expiry as the gateway knows them, in place of those of the form. */
async function recordInstrument(
  ctx: PaymentsContext,
  attempt: Pick<AttemptRow, 'id' | 'kept'>,
  { brand, last4, expiry }: IdentifiedInstrument,
  consentId: string | null,
): Promise<void> {
  // Where the gateway gives none, those of the form stay.
  const isSame = brand === '' || (attempt.kept['brand'] === brand && attempt.kept['last4'] === last4);
  if (isSame && consentId === null) return;
  const reported = isSame ? {} : { brand, last4, expiry };
  const kept = { ...attempt.kept, ...reported, ...(consentId === null ? {} : { consentId }) };
  await updateAttempt(ctx.db, attempt.id, { kept: JSON.stringify(kept) });
}
