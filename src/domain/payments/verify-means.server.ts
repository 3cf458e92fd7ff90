import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import { sha256 } from '#src/kernel/ids/ids.server.ts';
import type { DomainContext } from '../context.server.ts';
import { keepProfile, recordKeepConsent } from '../payment-profiles/index.server.ts';
import { checkById, checkPurchase, declineOf, endCheck, meansKey, readRaw } from '../schemes/index.server.ts';
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
}

/** How the check ended; `profileId` where the means is kept. */
export interface MeansVerified {
  readonly valid: boolean;
  readonly declineCode: string | null;
  readonly profileId: string | null;
}

export type VerifyFailure =
  | { readonly code: 'method-not-offered' | 'gateway-unreachable' }
  | { readonly code: 'fields-invalid'; readonly fields: FieldErrors };

interface Seen {
  readonly id: string;
  readonly rail: string;
  readonly gateway: Pick<GatewayPort, 'id'> & Required<Pick<GatewayPort, 'verify'>>;
  readonly means: InspectedMeans;
  readonly wanted: MeansToVerify;
  readonly details: RailDetails;
}

/**
 * Asks the bank of a means whether it is good, without money: never a charge of a small amount, for which schemes ask a
 * fee. It is a try like any other, counted and held back by the same limits.
 */
export async function verifyMeans(
  ctx: DomainContext,
  wanted: MeansToVerify,
): Promise<Result<MeansVerified, VerifyFailure>> {
  const id = `chk_${sha256(wanted.key).slice(0, 40)}`;
  const before = await checkById(ctx.db, id);
  if (before) return ok(told(before.raw === null ? null : declineOf({ brand: before.brand, ...readRaw(before.raw) })));

  const rail = ctx.rails.byMethod(wanted.method);
  const gateway = rail && ctx.gateways.choose(wanted.business, wanted.market, wanted.method);
  if (!rail || !gateway?.verify || !gateway.inspect || !rail.markets.includes(wanted.market))
    return err({ code: 'method-not-offered' });
  const { fields, market, buyer } = wanted;
  const read = ctx.rails.server(rail.id).readDetails({ fields, market, buyer, now: ctx.clock.now() });
  if (!read.ok) return err({ code: 'fields-invalid', fields: read.error });
  const inspected = await gateway.inspect(read.value.details);
  if (inspected.kind === 'unreachable') return err({ code: 'gateway-unreachable' });
  if (inspected.kind === 'refused') return ok(told(inspected.decline));
  const verifying = { id: gateway.id, verify: gateway.verify.bind(gateway) };
  return check(ctx, { id, rail: rail.id, gateway: verifying, means: inspected.means, wanted, details: read.value });
}

async function check(ctx: DomainContext, seen: Seen): Promise<Result<MeansVerified, VerifyFailure>> {
  const { id, gateway, means, wanted, details } = seen;
  const claim = await claimInTurn(ctx, {
    id,
    attemptId: null,
    means: meansKey(ctx.config.codeKey, gateway.id, means.fingerprint),
    gateway: gateway.id,
    brand: means.brand,
    purchase: checkPurchase,
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
  const answer = await gateway.verify({ id, details: means.details, keep: typeof keep === 'string' });
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
    case 'valid':
      await endCheck(ctx.db, id, 'passed', null);
      return ok({ ...told(null), profileId: answer.kept ? await keepVerified(ctx, seen, answer.kept) : null });
  }
}

async function keepVerified(ctx: DomainContext, seen: Seen, kept: KeptMeans): Promise<string | null> {
  const { wanted, details, rail, gateway } = seen;
  const { keepLabel, keepText } = details.kept;
  const { sessionId, ip } = wanted;
  if (typeof keepLabel !== 'string' || typeof keepText !== 'string') return null;
  const at = ctx.clock.now();
  const consentId = await recordKeepConsent(ctx.db, { sessionId, label: keepLabel, text: keepText, ip, at });
  const { schemeTransactionId = null, ...shown } = kept;
  const means = { ...shown, sessionId, attemptId: null, rail, gateway: gateway.id, schemeTransactionId, consentId };
  return (await keepProfile(ctx.db, ctx.config, means, at))?.id ?? null;
}

function told(decline: Decline | null): MeansVerified {
  return { valid: decline === null, declineCode: decline?.code ?? null, profileId: null };
}
