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
/** Tries that this process makes now: what died with another process holds no card up. */
const running = new Set<string>();

/** Installments are a Brazilian custom between local banks; foreign-issued cards pay at once (Cielo, E-commerce API 3.0). */
const domesticInstallmentsOnly: ReadonlySet<Country> = new Set(['BR']);

/** How long a try waits for others of the same means to end, and how often it looks. */
const patienceMs = 3_000;
const retryPollMs = 40;

/**
 * Charges a means whose schemes limit its tries: it is inspected first (no money moves), counted, and only then charged.
 * What may not be tried is a refusal in our own words, and no bank is asked. Other rails are charged at once.
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
    return noted(instrument.brand, await gateway.start(counted));
  } finally {
    // Until its answer is written down it still counts.
    setTimeout(() => running.delete(charge.attemptId), answerWrittenMs).unref();
  }
}

/** Whether the market's acquirers take no installments from a means of another country. */
function isForeignInstrument(market: Country, { countryOfIssue }: IdentifiedInstrument): boolean {
  return domesticInstallmentsOnly.has(market) && countryOfIssue !== undefined && countryOfIssue !== market;
}

/** A company's own refusal for ever is written down as such, where no table of a scheme would say so again. */
function noted(brand: string, answer: GatewayAnswer): GatewayAnswer {
  const refusal = answer.kind === 'fact' ? answer.fact.decline : undefined;
  if (answer.kind !== 'fact' || !refusal || refusal.reversible) return answer;
  const read = parseRawDecline(refusal.raw);
  if (read.reversible !== undefined || !interpretDecline({ brand, ...read }).reversible) return answer;
  const decline = { ...refusal, raw: `${refusal.raw} retry=no` };
  return { kind: 'fact', fact: { ...answer.fact, decline } };
}

/** What is known of a means before it is charged; `key`: it was counted under it before. */
type Identification =
  | Exclude<IdentificationAnswer, { readonly kind: 'inspected' }>
  | { readonly kind: 'inspected'; readonly instrument: IdentifiedInstrument; readonly key?: string | null };

/**
 * Who a means is by its company's word alone. What the buyer's form says (a document, an address, a brand) would be another
 * means as often as somebody liked: where the company says nothing yet, all tries of a purchase are of one means, under the
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
  // Where it was not counted before, the company's own name of it is of one means only: brand, digits and date are a stranger's too.
  return { kind: 'inspected', instrument: { fingerprint: `kept ${token}`, brand, last4, expiry, details }, key };
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** Refused by us: `raw` says that nobody was asked, so that it is never counted as a try. */
function blockedAnswer(code: string, at: Date): GatewayAnswer {
  return refused({ code, raw: 'not-sent', reversible: false }, at);
}

function refused(decline: Decline, at: Date): GatewayAnswer {
  return { kind: 'fact', fact: { state: 'declined', movements: [], decline, at } };
}

/** Waits its turn while others of the same means are under way; real time, since they are. */
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

/** The company knows the brand better than the buyer's correction: what is shown later is the company's. */
async function recordInstrument(
  ctx: PaymentsContext,
  attempt: Pick<AttemptRow, 'id' | 'kept'>,
  { brand, last4, expiry }: IdentifiedInstrument,
  consentId: string | null,
): Promise<void> {
  // Where it says nothing, what the form said is shown.
  const isSame = brand === '' || (attempt.kept['brand'] === brand && attempt.kept['last4'] === last4);
  if (isSame && consentId === null) return;
  const reported = isSame ? {} : { brand, last4, expiry };
  const kept = { ...attempt.kept, ...reported, ...(consentId === null ? {} : { consentId }) };
  await updateAttempt(ctx.db, attempt.id, { kept: JSON.stringify(kept) });
}
