import { setTimeout as sleep } from 'node:timers/promises';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Country, Locale } from '#src/kernel/locale/locale.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import { sha256 } from '#src/kernel/ids/ids.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import {
  checkPayment,
  attemptOriginOf,
  riskLevelFor,
  type AttemptOrigin,
  type RiskRejection,
} from '../../risk/index.server.ts';
import type { MandateTerms } from '../ports/mandate.types.ts';
import { recordConsent } from '../../checkout/leads/index.server.ts';
import { profileOfVerification } from '../profiles/index.server.ts';
import {
  verificationById,
  verificationPurchase,
  interpretDecline,
  endVerification,
  instrumentKey,
  parseRawDecline,
  verificationStateOf,
} from '../decline-policy/index.server.ts';
import { isOtherBrowser } from '../../checkout/sessions/index.server.ts';
import type { Decline, GatewayPort, IdentifiedInstrument, SavedInstrument } from '../ports/gateway.port.ts';
import { acquireCardAttempt } from './identify-instrument.server.ts';
import { saveInstrument } from './resolve-payment-profile.server.ts';
import type { FieldErrors, RailDetails } from '../ports/rail.contract.ts';

/** An instrument to verify, as its rail's form gives it. */
export interface InstrumentToVerify {
  /** Idempotency key: the same key is the same verification, for ever. It has to contain the caller. */
  readonly key: string;
  readonly business: string;
  readonly market: Country;
  readonly currency: Currency;
  readonly method: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly buyer: { readonly name: string; readonly email: string; readonly phone: string };
  /** The session that the profile is saved for, where the form asks to save it. */
  readonly sessionId: string;
  readonly ip: string;
  /** Terms of later charges that its holder may agree to, and the language of their text. */
  readonly renewal?: MandateTerms;
  readonly locale?: Locale;
  /** As in `PayRequest`. */
  readonly visitor?: string | undefined;
}

/** The result of a verification; `profileId` where the instrument was saved. */
export interface InstrumentVerification {
  readonly valid: boolean;
  readonly declineCode: string | null;
  readonly profileId: string | null;
}

export type VerificationFailure =
  | RiskRejection
  | { readonly code: 'method-not-offered' }
  | { readonly code: 'gateway-unreachable' }
  | { readonly code: 'fields-invalid'; readonly fields: FieldErrors };

interface IdentifiedContext {
  readonly id: string;
  readonly rail: string;
  readonly gateway: Pick<GatewayPort, 'id'> & Required<Pick<GatewayPort, 'verify'>>;
  readonly instrument: IdentifiedInstrument;
  readonly wanted: InstrumentToVerify;
  readonly details: RailDetails;
  readonly origin: AttemptOrigin | null;
}

/**
 * Verifies an instrument at its bank without money: never by a charge of a small amount, for which schemes ask a fee. It is a card
 * attempt like any other, counted and limited as such.
 */
export async function verifyInstrument(
  ctx: PaymentsContext,
  wanted: InstrumentToVerify,
): Promise<Result<InstrumentVerification, VerificationFailure>> {
  const id = verificationIdOf(wanted.key);
  const before = await verificationById(ctx.db, id);
  if (before) {
    const decline =
      before.raw === null ? null : interpretDecline({ brand: before.brand, ...parseRawDecline(before.raw) });
    const profileId = decline ? null : await profileOfVerification(ctx.db, wanted.sessionId, before.instrument);
    return ok({ ...verificationOf(decline), profileId });
  }

  const rail = ctx.rails.byMethod(wanted.method);
  const gateway = rail && ctx.gateways.choose(wanted.business, wanted.market, wanted.method, { verifies: true });
  if (!rail || !gateway?.verify || !gateway.identify || !rail.markets.includes(wanted.market))
    return err({ code: 'method-not-offered' });
  const { fields, market, buyer, renewal, locale } = wanted;
  const agreed = { ...(renewal ? { renewal } : {}), ...(locale ? { locale } : {}) };
  const read = ctx.rails.server(rail.id).readDetails({ fields, market, buyer, ...agreed, now: ctx.clock.now() });
  if (!read.ok) return err({ code: 'fields-invalid', fields: read.error });
  const { sessionId, ip } = wanted;
  const origin = attemptOriginOf(ctx, { ip, email: buyer.email, sessionId });
  const held = rail.countsCardAttempts
    ? await checkPayment(ctx, ctx.db, origin, { level: await riskLevelFor(ctx, origin), visitor: wanted.visitor })
    : null;
  if (held) return err(held);
  const inspected = await gateway.identify(read.value.details);
  if (inspected.kind === 'unreachable') return err({ code: 'gateway-unreachable' });
  if (inspected.kind === 'refused') return ok(verificationOf(inspected.decline));
  const verifying = { id: gateway.id, verify: gateway.verify.bind(gateway) };
  return check(ctx, {
    id,
    rail: rail.id,
    gateway: verifying,
    instrument: inspected.instrument,
    wanted,
    details: read.value,
    origin,
  });
}

/** The id of the verification of a key. */
function verificationIdOf(key: string): string {
  return `chk_${sha256(key).slice(0, 40)}`;
}

/** How long a parallel verification of the same key is waited for, and within which time it has to begin. */
const duplicateWaitMs = 6_000;
const duplicateStartMs = 750;

/**
 * Verifies an instrument of a form that may be submitted twice at once. Its encrypted fields can be used once, so the gateway would
 * refuse the second verification: that one waits for the first, and gives its result.
 */
export async function verifyInstrumentOnce(
  ctx: PaymentsContext,
  wanted: InstrumentToVerify,
): Promise<Result<InstrumentVerification, VerificationFailure>> {
  const verified = await verifyInstrument(ctx, wanted);
  if (verified.ok && verified.value.valid) return verified;
  if (!verified.ok && verified.error.code !== 'gateway-unreachable') return verified;
  const id = verificationIdOf(wanted.key);
  const began = performance.now();
  for (;;) {
    const standing = await verificationStateOf(ctx.db, id);
    if (standing === 'ended') return verifyInstrument(ctx, wanted);
    if (performance.now() - began > (standing === 'none' ? duplicateStartMs : duplicateWaitMs)) return verified;
    await sleep(50);
  }
}

async function check(
  ctx: PaymentsContext,
  seen: IdentifiedContext,
): Promise<Result<InstrumentVerification, VerificationFailure>> {
  const { id, gateway, instrument, wanted, details } = seen;
  const reservation = await acquireCardAttempt(ctx, {
    id,
    attemptId: null,
    instrument: await instrumentKey(ctx.db, ctx.config, gateway.id, instrument),
    gateway: gateway.id,
    brand: instrument.brand,
    purchase: verificationPurchase,
    origin: seen.origin,
    amount: 0n,
    currency: wanted.currency,
    installments: 1,
    expiry: instrument.expiry,
  });
  if (reservation.kind !== 'reserved') {
    const code = reservation.kind === 'busy' ? 'card-try-later' : reservation.code;
    return ok({ valid: false, declineCode: code, profileId: null });
  }
  const keep = details.kept['keepText'];
  const { payer } = details;
  const answer = await gateway.verify({ id, details: instrument.details, payer, keep: typeof keep === 'string' });
  switch (answer.kind) {
    case 'unreachable':
      await endVerification(ctx.db, id, 'not-sent', null);
      return err({ code: 'gateway-unreachable' });
    case 'silent':
      // The bank may have been asked: the attempt stays counted as under way.
      return err({ code: 'gateway-unreachable' });
    case 'refused':
      await endVerification(ctx.db, id, 'refused', answer.decline.raw);
      return ok(verificationOf(answer.decline));
    case 'valid': {
      // The profile is saved first: a parallel call that finds the verification ended finds the profile too.
      const profileId = answer.kept ? await saveVerifiedInstrument(ctx, seen, answer.kept) : null;
      await endVerification(ctx.db, id, 'passed', null);
      return ok({ ...verificationOf(null), profileId });
    }
  }
}

async function saveVerifiedInstrument(
  ctx: PaymentsContext,
  seen: IdentifiedContext,
  kept: SavedInstrument,
): Promise<string | null> {
  const { wanted, details, rail, gateway } = seen;
  const { keepLabel, keepText } = details.kept;
  const { sessionId, ip, visitor } = wanted;
  if (typeof keepLabel !== 'string' || typeof keepText !== 'string') return null;
  const at = ctx.clock.now();
  const consent = { sessionId, label: keepLabel, text: keepText, ip };
  const consentId = await recordConsent(ctx.db, consent, 'save-instrument', at);
  const { schemeTransactionId = null, ...shown } = kept;
  const key = await instrumentKey(ctx.db, ctx.config, gateway.id, seen.instrument);
  const where = { sessionId, attemptId: null, rail, gateway: gateway.id };
  const isOtherDevice = visitor !== undefined && (await isOtherBrowser(ctx.db, sessionId, visitor));
  const instrument = { ...shown, ...where, schemeTransactionId, consentId, instrumentKey: key, isOtherDevice };
  return (await saveInstrument(ctx, ctx.db, instrument, at))?.id ?? null;
}

function verificationOf(decline: Decline | null): InstrumentVerification {
  return { valid: decline === null, declineCode: decline?.code ?? null, profileId: null };
}
