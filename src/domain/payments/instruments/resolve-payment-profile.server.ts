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

/** The form's field that names a kept means, of whatever rail. */
export const paymentProfileField = 'paymentProfileId';

/** Beside it: the subscription whose term is charged by it without its buyer. Only the renewals' own charges have it. */
const subscriptionField = 'subscriptionId';

/** Among what an attempt keeps: its means was given in another browser than the purchase's own. */
const otherDeviceField = 'isOtherDevice';

/**
 * The same tenders, where the payer's means is kept and they pay by a link in a browser that did not begin the purchase:
 * marked, so that whoever did begin it is not offered somebody else's card.
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

/** The company that keeps a means, and the means' brand. */
export type Keeper = Pick<PaymentProfile, 'gateway' | 'brand'>;

/**
 * The companies that keep the means which tenders name: nobody else can charge them. A tender that names one which is not
 * this session's, in the browser that pays, is not read any further.
 */
export async function vaultOf(
  trx: Db,
  { sessionId, visitor, tenders }: Pick<PayRequest, 'sessionId' | 'visitor' | 'tenders'>,
): Promise<Result<ReadonlyMap<string, Keeper>, PayFailure>> {
  const named = tenders.flatMap(({ fields }) => fields[paymentProfileField] || []);
  if (named.length === 0) return ok(new Map());
  const own = await usableProfiles(trx, sessionId, visitor);
  const vaults = new Map(own.map(({ id, gateway, brand }) => [id, { gateway, brand }]));
  return named.every((id) => vaults.has(id))
    ? ok(vaults)
    : err({ code: 'fields-invalid', fields: { [paymentProfileField]: 'payment.error.profile-unknown' } });
}

/** A charge, and what may be shown of its means. */
export interface ResolvedCharge {
  readonly charge: ChargeRequest;
  /** Of a typed means: as the buyer's form told it, which is nobody's word. */
  readonly shown: JsonObject;
  /** Of a kept means: as its company told it when it was kept, and the key under which its tries were counted then. */
  readonly known:
    | (Pick<SavedInstrument, 'token' | 'brand' | 'last4' | 'expiry'> & { readonly instrumentKey: string | null })
    | null;
  /** A charge of ours, by what its buyer agreed to before: nobody is there who could correct anything. */
  readonly isMerchantInitiated: boolean;
}

/** The charge with the gateway's own name of the kept means in place of ours; a refusal when it is gone by now. */
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
  // A charge without its buyer names the agreement that it goes on with (Visa and Mastercard, stored credentials).
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

/** What a rail keeps of the buyer's wish: the words that they agreed to, and what those are called. */
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
 * What stays of a payment that took money: the means, where the buyer agreed and the gateway kept it, and who answers for
 * fraud, which the answer to a dispute needs.
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
  // Asked before the try is forgotten: the kept means goes on being counted under the same name.
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
  // The words stand with the consent; the attempt keeps only where.
  const { keepText, ...rest } = attempt.kept;
  if (keepText === undefined && liability === undefined) return;
  const kept = JSON.stringify({ ...rest, ...(liability === undefined ? {} : { liability }) });
  await updateAttempt(trx, attempt.id, { kept });
}
