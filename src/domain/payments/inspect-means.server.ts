import { setTimeout as sleep } from 'node:timers/promises';
import type { DomainContext } from '../context.server.ts';
import { type Claim, claimTry, meansKey, type WantedTry } from '../schemes/index.server.ts';
import type { AttemptRow } from './attempt.repository.server.ts';
import type { ChargeRequest, GatewayAnswer, GatewayPort, InspectedMeans } from './gateway.port.ts';

/** How long a try waits for others of the same means to end, and how often it looks. */
const patienceMs = 3_000;
const lookAgainMs = 40;

/**
 * Charges a means whose schemes limit its tries: it is inspected first (no money moves), counted, and only then charged.
 * What may not be tried is a refusal in our own words, and no bank is asked. Other rails are charged at once.
 */
export async function startCounted(
  ctx: DomainContext,
  gateway: GatewayPort,
  attempt: Pick<AttemptRow, 'id' | 'rail' | 'kept'>,
  charge: ChargeRequest,
): Promise<GatewayAnswer> {
  if (!ctx.rails.byId(attempt.rail)?.triesAreCounted) return gateway.start(charge);
  const seen = gateway.inspect ? await gateway.inspect(charge.details) : known(attempt, charge);
  const at = ctx.clock.now();
  if (seen.kind === 'unreachable') return seen;
  if (seen.kind === 'refused')
    return { kind: 'fact', fact: { state: 'declined', movements: [], decline: seen.decline, at } };
  const { means } = seen;
  if (charge.installments > 1 && means.countryOfIssue !== undefined && means.countryOfIssue !== charge.market)
    return heldBack('foreign-installments', at);
  await tellApart(ctx, attempt, means);

  const claim = await claimInTurn(ctx, {
    id: charge.attemptId,
    attemptId: charge.attemptId,
    means: meansKey(ctx.config.codeKey, gateway.id, means.fingerprint),
    gateway: gateway.id,
    brand: means.brand,
    amount: charge.amount.amount,
    currency: charge.amount.currency,
    installments: charge.installments,
    expiry: means.expiry,
  });
  if (claim.kind !== 'claimed') return heldBack(claim.kind === 'busy' ? 'card-try-later' : claim.code, at);
  return gateway.start({ ...charge, details: means.details });
}

/** A company that cannot tell one means from another: what the buyer's form told of it stands for its fingerprint. */
function known(
  { kept }: Pick<AttemptRow, 'kept'>,
  { details, payer }: ChargeRequest,
):
  | { readonly kind: 'inspected'; readonly means: InspectedMeans }
  | { readonly kind: 'unreachable'; readonly reason: string } {
  const { brand, last4, expiry } = kept;
  if (typeof brand !== 'string' || typeof last4 !== 'string' || typeof expiry !== 'string')
    return { kind: 'unreachable', reason: 'means-unknown' };
  const owner = payer.document?.number ?? payer.email.toLowerCase();
  return {
    kind: 'inspected',
    means: { fingerprint: `${brand} ${last4} ${expiry} ${owner}`, brand, last4, expiry, details },
  };
}

/** Refused by us: `raw` says that nobody was asked, so that it is never counted as a try. */
function heldBack(code: string, at: Date): GatewayAnswer {
  return {
    kind: 'fact',
    fact: { state: 'declined', movements: [], decline: { code, raw: 'not-asked', reversible: false }, at },
  };
}

/** Waits its turn while others of the same means are under way; real time, since they are. */
export async function claimInTurn(ctx: DomainContext, wanted: WantedTry): Promise<Claim> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const claim = await claimTry(ctx, wanted);
    if (claim.kind !== 'busy' || performance.now() > until) return claim;
    await sleep(lookAgainMs);
  }
}

/** The company knows the brand better than the buyer's correction: what is shown later is the company's. */
async function tellApart(
  ctx: DomainContext,
  attempt: Pick<AttemptRow, 'id' | 'kept'>,
  means: InspectedMeans,
): Promise<void> {
  const { brand, last4, expiry } = means;
  if (attempt.kept['brand'] === brand && attempt.kept['last4'] === last4) return;
  const kept = JSON.stringify({ ...attempt.kept, brand, last4, expiry });
  await ctx.db.updateTable('attempts').set({ kept }).where('id', '=', attempt.id).execute();
}
