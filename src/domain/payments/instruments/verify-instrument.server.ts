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

/** A means that is to be checked without money, as its rail's form gives it. */
export interface InstrumentToVerify {
  /** The same key is the same check, for ever; whose key it is is part of it. */
  readonly key: string;
  readonly business: string;
  readonly market: Country;
  readonly currency: Currency;
  readonly method: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly buyer: { readonly name: string; readonly email: string; readonly phone: string };
  /** Whose it will be where the form's wish to keep it is granted. */
  readonly sessionId: string;
  readonly ip: string;
  /** What its holder may agree to be charged by it later, in their language. */
  readonly renewal?: MandateTerms;
  readonly locale?: Locale;
  /** As in `PayRequest`. */
  readonly visitor?: string | undefined;
}

/** How the check ended; `profileId` where the means is kept. */
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
 * Asks the bank of a means whether it is good, without money: never a charge of a small amount, for which schemes ask a
 * fee. It is a try like any other, counted and held back by the same limits.
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

/** The id of the check that a key asks for. */
function verificationIdOf(key: string): string {
  return `chk_${sha256(key).slice(0, 40)}`;
}

/** How long a twin of a check is waited for, and how long it has to begin. */
const duplicateWaitMs = 6_000;
const duplicateStartMs = 750;

/**
 * The same, for forms that a hurried hand sends twice at once: what is typed there can be used once, so that the second
 * check would be refused by its company before any bank is asked. It waits for the first, whose answer is its own too.
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
      // The bank may have been asked: it stays counted as under way.
      return err({ code: 'gateway-unreachable' });
    case 'refused':
      await endVerification(ctx.db, id, 'refused', answer.decline.raw);
      return ok(verificationOf(answer.decline));
    case 'valid': {
      // Kept first: whoever finds the check ended finds what it kept.
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
