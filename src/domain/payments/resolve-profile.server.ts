import type { JsonObject } from '#src/kernel/json/json.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db, DomainContext } from '../context.server.ts';
import type { Order } from '../orders/index.ts';
import {
  keepProfile,
  type PaymentProfile,
  profileForCharge,
  profilesOf,
  recordKeepConsent,
  standingProfileForCharge,
} from '../payment-profiles/index.server.ts';
import { countedUnder, forgetTry } from '../schemes/index.server.ts';
import { isOtherBrowser } from '../sessions/index.server.ts';
import { type AttemptRow, updateAttempt } from './attempt.repository.server.ts';
import type { ChargeRequest, Decline, GatewayFact, KeptMeans } from './gateway.port.ts';
import type { PayFailure, PayRequest } from './pay.types.ts';
import type { PreparedTender } from './prepare-tender.server.ts';

/** The form's field that names a kept means, of whatever rail. */
export const profileField = 'paymentProfileId';

/** Beside it: the subscription whose term is charged by it without its buyer. Only the renewals' own charges have it. */
const standingField = 'subscriptionId';

/** Among what an attempt keeps: its means was given in another browser than the purchase's own. */
const elsewhereField = 'isElsewhere';

/**
 * The same tenders, where the payer's means is kept and they pay by a link in a browser that did not begin the purchase:
 * marked, so that whoever did begin it is not offered somebody else's card.
 */
export async function markElsewhere(
  trx: Db,
  { sessionId, visitor }: Pick<PayRequest, 'sessionId' | 'visitor'>,
  tenders: readonly PreparedTender[],
): Promise<readonly PreparedTender[]> {
  const keeps = tenders.some(({ details }) => wishOf(details) !== null);
  if (!keeps || visitor === undefined || !(await isOtherBrowser(trx, sessionId, visitor))) return tenders;
  return tenders.map((tender) => {
    const { details } = tender;
    return { ...tender, details: { ...details, kept: { ...details.kept, [elsewhereField]: true } } };
  });
}

/** The company that keeps a means, and the means' brand. */
export type Keeper = Pick<PaymentProfile, 'gateway' | 'brand'>;

/**
 * The companies that keep the means which tenders name: nobody else can charge them. A tender that names one which is not
 * this session's, in the browser that pays, is not read any further.
 */
export async function keepersOf(
  trx: Db,
  { sessionId, visitor, tenders }: Pick<PayRequest, 'sessionId' | 'visitor' | 'tenders'>,
): Promise<Result<ReadonlyMap<string, Keeper>, PayFailure>> {
  const named = tenders.flatMap(({ fields }) => fields[profileField] || []);
  if (named.length === 0) return ok(new Map());
  const own = await profilesOf(trx, sessionId, visitor);
  const keepers = new Map(own.map(({ id, gateway, brand }) => [id, { gateway, brand }]));
  return named.every((id) => keepers.has(id))
    ? ok(keepers)
    : err({ code: 'fields-invalid', fields: { [profileField]: 'payment.error.profile-unknown' } });
}

/** A charge, and what may be shown of its means. */
export interface NamedCharge {
  readonly charge: ChargeRequest;
  /** Of a typed means: as the buyer's form told it, which is nobody's word. */
  readonly shown: JsonObject;
  /** Of a kept means: as its company told it when it was kept, and the key under which its tries were counted then. */
  readonly known:
    | (Pick<KeptMeans, 'token' | 'brand' | 'last4' | 'expiry'> & { readonly meansKey: string | null })
    | null;
  /** A charge of ours, by what its buyer agreed to before: nobody is there who could correct anything. */
  readonly isUnattended: boolean;
}

/** The charge with the gateway's own name of the kept means in place of ours; a refusal when it is gone by now. */
export async function withProfile(
  ctx: DomainContext,
  attempt: Pick<AttemptRow, 'order_id' | 'gateway' | 'kept'>,
  charge: ChargeRequest,
): Promise<Result<NamedCharge, Decline>> {
  const { [profileField]: profileId, [standingField]: subscriptionId, ...details } = charge.details;
  if (typeof profileId !== 'string') return ok({ charge, shown: attempt.kept, known: null, isUnattended: false });
  const { order_id: orderId, gateway } = attempt;
  const isStanding = typeof subscriptionId === 'string';
  const found = isStanding
    ? await standingProfileForCharge(ctx, { subscriptionId, profileId, gateway })
    : await profileForCharge(ctx, { orderId, profileId, gateway });
  if (!found) return err({ code: 'profile-unknown', raw: 'not-asked', reversible: false });
  const { token, schemeTransactionId, brand, last4, expiry, meansKey } = found;
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
    known: { token, brand, last4, expiry, meansKey },
    isUnattended: isStanding,
  });
}

/** What a rail keeps of the buyer's wish: the words that they agreed to, and what those are called. */
function wishOf({ kept }: { readonly kept: JsonObject }): { label: string; text: string } | null {
  const { keepLabel: label, keepText: text } = kept;
  return typeof label === 'string' && typeof text === 'string' ? { label, text } : null;
}

/** Writes the buyer's consent down before the charge that may keep their means; gives its id, or null without a wish. */
export async function consentToKeep(
  ctx: DomainContext,
  attempt: Pick<AttemptRow, 'order_id' | 'kept'>,
  { browser }: ChargeRequest,
): Promise<string | null> {
  const wish = wishOf(attempt);
  if (!wish) return null;
  const order = await ctx.db
    .selectFrom('orders')
    .select('session_id')
    .where('id', '=', attempt.order_id)
    .executeTakeFirstOrThrow();
  return recordKeepConsent(ctx.db, {
    ...wish,
    sessionId: order.session_id,
    ip: browser?.ip ?? '',
    at: ctx.clock.now(),
  });
}

/**
 * What stays of a payment that took money: the means, where the buyer agreed and the gateway kept it, and who answers for
 * fraud, which the answer to a dispute needs.
 */
export async function keepOfFact(
  ctx: DomainContext,
  trx: Db,
  order: Order,
  attempt: AttemptRow,
  { kept: means, liability }: GatewayFact,
  now: Date,
): Promise<void> {
  const { consentId, [elsewhereField]: isElsewhere = false } = attempt.kept;
  const isKept = means !== undefined && typeof consentId === 'string';
  // Asked before the try is forgotten: the kept means goes on being counted under the same name.
  const meansKey = isKept ? await countedUnder(trx, attempt.id) : null;
  if (ctx.rails.byId(attempt.rail)?.triesAreCounted) await forgetTry(trx, attempt.id, now);
  if (isKept) {
    const { schemeTransactionId = null, ...shown } = means;
    const { rail, gateway } = attempt;
    const kept = { ...shown, rail, gateway, schemeTransactionId, consentId, attemptId: attempt.id };
    const counted = meansKey === null ? {} : { meansKey };
    const whose = { sessionId: order.sessionId, isElsewhere: isElsewhere === true };
    await keepProfile(trx, ctx.config, { ...kept, ...counted, ...whose }, now);
  }
  // The words stand with the consent; the attempt keeps only where.
  const { keepText, ...rest } = attempt.kept;
  if (keepText === undefined && liability === undefined) return;
  const kept = JSON.stringify({ ...rest, ...(liability === undefined ? {} : { liability }) });
  await updateAttempt(trx, attempt.id, { kept });
}
