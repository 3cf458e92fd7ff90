import { setTimeout as sleep } from 'node:timers/promises';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Country, Locale } from '#src/kernel/locale/locale.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import { sha256 } from '#src/kernel/ids/ids.server.ts';
import type { DomainContext } from '../context.server.ts';
import { guardTry, originOf, stageFor, type TryOrigin, type TryRefusal } from '../defences/index.server.ts';
import type { RecurringTerms } from '../recurrences/index.ts';
import { keepProfile, profileOfCheck, recordKeepConsent } from '../payment-profiles/index.server.ts';
import {
  checkById,
  checkPurchase,
  declineOf,
  endCheck,
  meansKey,
  readRaw,
  standingOfCheck,
} from '../schemes/index.server.ts';
import { isOtherBrowser } from '../sessions/index.server.ts';
import type { Decline, GatewayPort, InspectedMeans, KeptMeans } from './gateway.port.ts';
import { claimInTurn } from './inspect-means.server.ts';
import type { FieldErrors, RailDetails } from './rail.contract.ts';

/** A means that is to be checked without money, as its rail's form gives it. */
export interface MeansToVerify {
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
  readonly renewal?: RecurringTerms;
  readonly locale?: Locale;
  /** As in `PayRequest`. */
  readonly visitor?: string | undefined;
}

/** How the check ended; `profileId` where the means is kept. */
export interface MeansVerified {
  readonly valid: boolean;
  readonly declineCode: string | null;
  readonly profileId: string | null;
}

export type VerifyFailure =
  | TryRefusal
  | { readonly code: 'method-not-offered' }
  | { readonly code: 'gateway-unreachable' }
  | { readonly code: 'fields-invalid'; readonly fields: FieldErrors };

interface Seen {
  readonly id: string;
  readonly rail: string;
  readonly gateway: Pick<GatewayPort, 'id'> & Required<Pick<GatewayPort, 'verify'>>;
  readonly means: InspectedMeans;
  readonly wanted: MeansToVerify;
  readonly details: RailDetails;
  readonly origin: TryOrigin | null;
}

/**
 * Asks the bank of a means whether it is good, without money: never a charge of a small amount, for which schemes ask a
 * fee. It is a try like any other, counted and held back by the same limits.
 */
export async function verifyMeans(
  ctx: DomainContext,
  wanted: MeansToVerify,
): Promise<Result<MeansVerified, VerifyFailure>> {
  const id = checkIdOf(wanted.key);
  const before = await checkById(ctx.db, id);
  if (before) {
    const decline = before.raw === null ? null : declineOf({ brand: before.brand, ...readRaw(before.raw) });
    const profileId = decline ? null : await profileOfCheck(ctx.db, wanted.sessionId, before.means);
    return ok({ ...told(decline), profileId });
  }

  const rail = ctx.rails.byMethod(wanted.method);
  const gateway = rail && ctx.gateways.choose(wanted.business, wanted.market, wanted.method, { verifies: true });
  if (!rail || !gateway?.verify || !gateway.inspect || !rail.markets.includes(wanted.market))
    return err({ code: 'method-not-offered' });
  const { fields, market, buyer, renewal, locale } = wanted;
  const agreed = { ...(renewal ? { renewal } : {}), ...(locale ? { locale } : {}) };
  const read = ctx.rails.server(rail.id).readDetails({ fields, market, buyer, ...agreed, now: ctx.clock.now() });
  if (!read.ok) return err({ code: 'fields-invalid', fields: read.error });
  const { sessionId, ip } = wanted;
  const origin = originOf(ctx, { ip, email: buyer.email, sessionId });
  const held = rail.triesAreCounted
    ? await guardTry(ctx, ctx.db, origin, { stage: await stageFor(ctx, origin), visitor: wanted.visitor })
    : null;
  if (held) return err(held);
  const inspected = await gateway.inspect(read.value.details);
  if (inspected.kind === 'unreachable') return err({ code: 'gateway-unreachable' });
  if (inspected.kind === 'refused') return ok(told(inspected.decline));
  const verifying = { id: gateway.id, verify: gateway.verify.bind(gateway) };
  return check(ctx, {
    id,
    rail: rail.id,
    gateway: verifying,
    means: inspected.means,
    wanted,
    details: read.value,
    origin,
  });
}

/** The id of the check that a key asks for. */
function checkIdOf(key: string): string {
  return `chk_${sha256(key).slice(0, 40)}`;
}

/** How long a twin of a check is waited for, and how long it has to begin. */
const twinMs = 6_000;
const twinBeginsMs = 750;

/**
 * The same, for forms that a hurried hand sends twice at once: what is typed there can be used once, so that the second
 * check would be refused by its company before any bank is asked. It waits for the first, whose answer is its own too.
 */
export async function verifyMeansOnce(
  ctx: DomainContext,
  wanted: MeansToVerify,
): Promise<Result<MeansVerified, VerifyFailure>> {
  const verified = await verifyMeans(ctx, wanted);
  if (verified.ok && verified.value.valid) return verified;
  if (!verified.ok && verified.error.code !== 'gateway-unreachable') return verified;
  const id = checkIdOf(wanted.key);
  const began = performance.now();
  for (;;) {
    const standing = await standingOfCheck(ctx.db, id);
    if (standing === 'ended') return verifyMeans(ctx, wanted);
    if (performance.now() - began > (standing === 'none' ? twinBeginsMs : twinMs)) return verified;
    await sleep(50);
  }
}

async function check(ctx: DomainContext, seen: Seen): Promise<Result<MeansVerified, VerifyFailure>> {
  const { id, gateway, means, wanted, details } = seen;
  const claim = await claimInTurn(ctx, {
    id,
    attemptId: null,
    means: await meansKey(ctx.db, ctx.config, gateway.id, means),
    gateway: gateway.id,
    brand: means.brand,
    purchase: checkPurchase,
    origin: seen.origin,
    amount: 0n,
    currency: wanted.currency,
    installments: 1,
    expiry: means.expiry,
  });
  if (claim.kind !== 'claimed') {
    const code = claim.kind === 'busy' ? 'card-try-later' : claim.code;
    return ok({ valid: false, declineCode: code, profileId: null });
  }
  const keep = details.kept['keepText'];
  const { payer } = details;
  const answer = await gateway.verify({ id, details: means.details, payer, keep: typeof keep === 'string' });
  switch (answer.kind) {
    case 'unreachable':
      await endCheck(ctx.db, id, 'unasked', null);
      return err({ code: 'gateway-unreachable' });
    case 'silent':
      // The bank may have been asked: it stays counted as under way.
      return err({ code: 'gateway-unreachable' });
    case 'refused':
      await endCheck(ctx.db, id, 'refused', answer.decline.raw);
      return ok(told(answer.decline));
    case 'valid': {
      // Kept first: whoever finds the check ended finds what it kept.
      const profileId = answer.kept ? await keepVerified(ctx, seen, answer.kept) : null;
      await endCheck(ctx.db, id, 'passed', null);
      return ok({ ...told(null), profileId });
    }
  }
}

async function keepVerified(ctx: DomainContext, seen: Seen, kept: KeptMeans): Promise<string | null> {
  const { wanted, details, rail, gateway } = seen;
  const { keepLabel, keepText } = details.kept;
  const { sessionId, ip, visitor } = wanted;
  if (typeof keepLabel !== 'string' || typeof keepText !== 'string') return null;
  const at = ctx.clock.now();
  const consentId = await recordKeepConsent(ctx.db, { sessionId, label: keepLabel, text: keepText, ip, at });
  const { schemeTransactionId = null, ...shown } = kept;
  const key = await meansKey(ctx.db, ctx.config, gateway.id, seen.means);
  const where = { sessionId, attemptId: null, rail, gateway: gateway.id };
  const isElsewhere = visitor !== undefined && (await isOtherBrowser(ctx.db, sessionId, visitor));
  const means = { ...shown, ...where, schemeTransactionId, consentId, meansKey: key, isElsewhere };
  return (await keepProfile(ctx.db, ctx.config, means, at))?.id ?? null;
}

function told(decline: Decline | null): MeansVerified {
  return { valid: decline === null, declineCode: decline?.code ?? null, profileId: null };
}
