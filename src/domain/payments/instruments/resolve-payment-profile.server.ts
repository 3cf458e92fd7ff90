import type { JsonObject } from '#src/kernel/json/json.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import type { Order } from '../../orders/index.ts';
import {
  saveProfile,
  type PaymentProfile,
  type ProfileToSave,
  profileForCharge,
  usableProfiles,
  subscriptionProfileForCharge,
} from '../profiles/index.server.ts';
import { recordConsent } from '../../checkout/leads/index.server.ts';
import { instrumentKeyOfAttempt, deleteApprovedAttempt } from '../decline-policy/index.server.ts';
import { isOtherBrowser } from '../../checkout/sessions/index.server.ts';
import { type AttemptRow, updateAttempt } from '../attempts/attempt.repository.server.ts';
import type { ChargeRequest, Decline, GatewayFact, SavedInstrument } from '../ports/gateway.port.ts';
import type { PayFailure, PayRequest } from '../ports/pay.types.ts';
import type { PreparedTender } from './prepare-tender.server.ts';

/** The form field that names a payment profile, of every rail. */
export const paymentProfileField = 'paymentProfileId';

/** The subscription whose billing period a charge without its buyer pays. Only those charges have it. */
const subscriptionField = 'subscriptionId';

/** The field of `attempts.kept` that says that the instrument was entered in another browser than the session's. */
const otherDeviceField = 'isOtherDevice';

/**
 * Marks tenders whose instrument is to be saved, when the payer's browser is not the session's: the session's browser must not
 * be offered the payer's card later.
 */
export async function markOtherDevice(
  trx: Db,
  { sessionId, visitor }: Pick<PayRequest, 'sessionId' | 'visitor'>,
  tenders: readonly PreparedTender[],
): Promise<readonly PreparedTender[]> {
  const keeps = tenders.some(({ details }) => saveRequestOf(details) !== null);
  if (!keeps || visitor === undefined || !(await isOtherBrowser(trx, sessionId, visitor))) return tenders;
  return tenders.map((tender) => {
    const { details } = tender;
    return { ...tender, details: { ...details, kept: { ...details.kept, [otherDeviceField]: true } } };
  });
}

/** The gateway that keeps a payment profile, and the profile's brand. */
export type Vault = Pick<PaymentProfile, 'gateway' | 'brand'>;

/**
 * The vaults of the payment profiles that tenders name: no other gateway can charge them. Refused when the session, in the
 * browser that pays, may not use one of them.
 */
export async function vaultOf(
  trx: Db,
  { sessionId, visitor, tenders }: Pick<PayRequest, 'sessionId' | 'visitor' | 'tenders'>,
): Promise<Result<ReadonlyMap<string, Vault>, PayFailure>> {
  const named = tenders.flatMap(({ fields }) => fields[paymentProfileField] || []);
  if (named.length === 0) return ok(new Map());
  const own = await usableProfiles(trx, sessionId, visitor);
  const vaults = new Map(own.map(({ id, gateway, brand }) => [id, { gateway, brand }]));
  return named.every((id) => vaults.has(id))
    ? ok(vaults)
    : err({ code: 'fields-invalid', fields: { [paymentProfileField]: 'payment.error.profile-unknown' } });
}

/** A charge with its instrument. */
export interface ResolvedCharge {
  readonly charge: ChargeRequest;
  /** Details to show; of a new instrument those of the buyer's form, which are not verified. */
  readonly shown: JsonObject;
  /** The payment profile as its vault identified it, with its instrument key; null for a new instrument. */
  readonly known:
    | (Pick<SavedInstrument, 'token' | 'brand' | 'last4' | 'expiry'> & { readonly instrumentKey: string | null })
    | null;
  /** A charge without the buyer, who agreed to it before and cannot correct anything now. */
  readonly isMerchantInitiated: boolean;
}

/** The charge with the vault's token in place of the profile's id; a decline when the profile was deleted. */
export async function resolveProfile(
  ctx: PaymentsContext,
  attempt: Pick<AttemptRow, 'order_id' | 'gateway' | 'kept'>,
  charge: ChargeRequest,
): Promise<Result<ResolvedCharge, Decline>> {
  const { [paymentProfileField]: profileId, [subscriptionField]: subscriptionId, ...details } = charge.details;
  if (typeof profileId !== 'string')
    return ok({ charge, shown: attempt.kept, known: null, isMerchantInitiated: false });
  const { order_id: orderId, gateway } = attempt;
  const isStanding = typeof subscriptionId === 'string';
  const found = isStanding
    ? await subscriptionProfileForCharge(ctx.db, ctx.config, { subscriptionId, profileId, gateway })
    : await profileForCharge(ctx.db, ctx.config, { orderId, profileId, gateway });
  if (!found) return err({ code: 'profile-unknown', raw: 'not-sent', reversible: false });
  const { token, schemeTransactionId, brand, last4, expiry, instrumentKey } = found;
  // A charge without its buyer names the agreement that it continues (Visa and Mastercard, stored credentials).
  const storedCredential = {
    initiator: isStanding ? 'merchant' : 'cardholder',
    usage: 'used',
    reason: isStanding ? 'recurring' : 'unscheduled',
    ...(schemeTransactionId === null ? {} : { previousTransactionId: schemeTransactionId }),
  };
  return ok({
    charge: { ...charge, details: { ...details, savedCardId: token, storedCredential } },
    shown: { brand, last4, expiry },
    known: { token, brand, last4, expiry, instrumentKey },
    isMerchantInitiated: isStanding,
  });
}

/** The text that the buyer accepted for saving the instrument, with its label; null where they did not. */
function saveRequestOf({ kept }: { readonly kept: JsonObject }): { label: string; text: string } | null {
  const { keepLabel: label, keepText: text } = kept;
  return typeof label === 'string' && typeof text === 'string' ? { label, text } : null;
}

/**
 * Records the buyer's consent to save their instrument (LGPD, art. 8) before the charge that may save it. Gives the id of the
 * consent; null where the buyer gave none.
 */
export async function recordSaveConsent(
  ctx: PaymentsContext,
  sessionId: string,
  attempt: Pick<AttemptRow, 'kept'>,
  { browser }: ChargeRequest,
): Promise<string | null> {
  const saveRequest = saveRequestOf(attempt);
  if (!saveRequest) return null;
  const consent = { ...saveRequest, sessionId, ip: browser?.ip ?? '' };
  return recordConsent(ctx.db, consent, 'save-instrument', ctx.clock.now());
}

/** Saves an instrument, and makes subscriptions that were charged by an older profile of the same card use it. */
export async function saveInstrument(
  ctx: PaymentsContext,
  trx: Db,
  instrument: ProfileToSave,
  now: Date,
): Promise<PaymentProfile | null> {
  const profile = await saveProfile(trx, ctx.config, instrument, now);
  if (profile) await ctx.handlers.onProfileSaved(trx, profile.id);
  return profile;
}

/**
 * Stores what a captured payment leaves: the payment profile, where the buyer consented and the gateway saved the instrument,
 * and the liability for fraud, which the answer to a dispute needs.
 */
export async function saveFromFact(
  ctx: PaymentsContext,
  trx: Db,
  order: Order,
  attempt: AttemptRow,
  { kept: instrument, liability }: GatewayFact,
  now: Date,
): Promise<void> {
  const { consentId, [otherDeviceField]: isOtherDevice = false } = attempt.kept;
  const isKept = instrument !== undefined && typeof consentId === 'string';
  // Read before the card attempt is deleted: the profile is counted under the same key later.
  const instrumentKey = isKept ? await instrumentKeyOfAttempt(trx, attempt.id) : null;
  if (ctx.rails.byId(attempt.rail)?.countsCardAttempts) await deleteApprovedAttempt(trx, attempt.id, now);
  if (isKept) {
    const { schemeTransactionId = null, ...shown } = instrument;
    const { rail, gateway } = attempt;
    const kept = { ...shown, rail, gateway, schemeTransactionId, consentId, attemptId: attempt.id };
    const counted = instrumentKey === null ? {} : { instrumentKey };
    const whose = { sessionId: order.sessionId, isOtherDevice: isOtherDevice === true };
    await saveInstrument(ctx, trx, { ...kept, ...counted, ...whose }, now);
  }
  // The text stands with the consent; the attempt keeps the consent's id only.
  const { keepText, ...rest } = attempt.kept;
  if (keepText === undefined && liability === undefined) return;
  const kept = JSON.stringify({ ...rest, ...(liability === undefined ? {} : { liability }) });
  await updateAttempt(trx, attempt.id, { kept });
}
