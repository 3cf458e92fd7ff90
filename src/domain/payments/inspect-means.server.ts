import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonValue } from '#src/kernel/json/json.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import type { DomainContext } from '../context.server.ts';
import { originOf } from '../defences/index.server.ts';
import {
  type Claim,
  claimTry,
  declineOf,
  meansKey,
  readRaw,
  unknownBrand,
  type WantedTry,
} from '../schemes/index.server.ts';
import { type AttemptRow, updateAttempt } from './attempt.repository.server.ts';
import type {
  ChargeRequest,
  Decline,
  GatewayAnswer,
  GatewayPort,
  InspectedMeans,
  InspectionAnswer,
} from './gateway.port.ts';
import { consentToKeep, type NamedCharge, profileField, withProfile } from './resolve-profile.server.ts';

const answerWrittenMs = 2_000;
/** Tries that this process makes now: what died with another process holds no card up. */
const running = new Set<string>();

/** Installments are a Brazilian custom between local banks; foreign-issued cards pay at once (Cielo, E-commerce API 3.0). */
const ownMeansOnly: ReadonlySet<Country> = new Set(['BR']);

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
  attempt: Pick<AttemptRow, 'id' | 'rail' | 'kept' | 'order_id' | 'gateway'>,
  asked: ChargeRequest,
): Promise<GatewayAnswer> {
  if (!ctx.rails.byId(attempt.rail)?.triesAreCounted) return gateway.start(asked);
  const at = ctx.clock.now();
  const named = await withProfile(ctx, attempt, asked);
  if (!named.ok) return refused(named.error, at);
  const { charge } = named.value;
  const sessionId = await sessionOf(ctx, attempt.order_id);
  const seen = await look(gateway, named.value, sessionId);
  if (seen.kind === 'unreachable') return seen;
  if (seen.kind === 'refused') return refused(seen.decline, at);
  const { means } = seen;
  if (charge.installments > 1 && isForeign(charge.market, means)) return heldBack('foreign-installments', at);
  const expiry = means.expiry || textOf(named.value.shown['expiry']);
  await noteMeans(ctx, attempt, { ...means, expiry }, await consentToKeep(ctx, attempt, charge));

  const claim = await claimInTurn(ctx, {
    id: charge.attemptId,
    attemptId: charge.attemptId,
    means: seen.key ?? (await meansKey(ctx.db, ctx.config, gateway.id, means)),
    gateway: gateway.id,
    brand: means.brand || unknownBrand,
    purchase: sessionId,
    origin: originOf(ctx, { ip: charge.browser?.ip ?? '', email: charge.payer.email, sessionId }),
    manner: { isKept: profileField in asked.details, asksOnDemand: gateway.asksOnDemand === true },
    amount: charge.amount.amount,
    currency: charge.amount.currency,
    installments: charge.installments,
    expiry,
    isUnattended: named.value.isUnattended,
  });
  if (claim.kind !== 'claimed') return heldBack(claim.kind === 'busy' ? 'card-try-later' : claim.code, at);
  const counted = { ...charge, details: means.details, ...(claim.mustAsk ? { mustAsk: true as const } : {}) };
  try {
    return noted(means.brand, await gateway.start(counted));
  } finally {
    // Until its answer is written down it still counts.
    setTimeout(() => running.delete(charge.attemptId), answerWrittenMs).unref();
  }
}

/** Whether the market's acquirers take no installments from a means of another country. */
function isForeign(market: Country, { countryOfIssue }: InspectedMeans): boolean {
  return ownMeansOnly.has(market) && countryOfIssue !== undefined && countryOfIssue !== market;
}

/** A company's own refusal for ever is written down as such, where no table of a scheme would say so again. */
function noted(brand: string, answer: GatewayAnswer): GatewayAnswer {
  const refusal = answer.kind === 'fact' ? answer.fact.decline : undefined;
  if (answer.kind !== 'fact' || !refusal || refusal.reversible) return answer;
  const read = readRaw(refusal.raw);
  if (read.reversible !== undefined || !declineOf({ brand, ...read }).reversible) return answer;
  const decline = { ...refusal, raw: `${refusal.raw} retry=no` };
  return { kind: 'fact', fact: { ...answer.fact, decline } };
}

/** What is known of a means before it is charged; `key`: it was counted under it before. */
type Look =
  | Exclude<InspectionAnswer, { readonly kind: 'inspected' }>
  | { readonly kind: 'inspected'; readonly means: InspectedMeans; readonly key?: string | null };

/**
 * Who a means is by its company's word alone. What the buyer's form says (a document, an address, a brand) would be another
 * means as often as somebody liked: where the company says nothing yet, all tries of a purchase are of one means, under the
 * strictest limits.
 */
async function look(gateway: GatewayPort, { charge, known }: NamedCharge, sessionId: string): Promise<Look> {
  const { details } = charge;
  if (gateway.inspect && (known === null || !gateway.inspectsTypedOnly)) return gateway.inspect(details);
  if (known === null)
    return {
      kind: 'inspected',
      means: { fingerprint: `purchase ${sessionId}`, brand: '', last4: '', expiry: '', details },
    };
  const { token, brand, last4, expiry, meansKey: key } = known;
  // Where it was not counted before, the company's own name of it is of one means only: brand, digits and date are a stranger's too.
  return { kind: 'inspected', means: { fingerprint: `kept ${token}`, brand, last4, expiry, details }, key };
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

async function sessionOf(ctx: DomainContext, orderId: string): Promise<string> {
  const found = await ctx.db.selectFrom('orders').select('session_id').where('id', '=', orderId).executeTakeFirst();
  return found?.session_id ?? orderId;
}

/** Refused by us: `raw` says that nobody was asked, so that it is never counted as a try. */
function heldBack(code: string, at: Date): GatewayAnswer {
  return refused({ code, raw: 'not-asked', reversible: false }, at);
}

function refused(decline: Decline, at: Date): GatewayAnswer {
  return { kind: 'fact', fact: { state: 'declined', movements: [], decline, at } };
}

/** Waits its turn while others of the same means are under way; real time, since they are. */
export async function claimInTurn(ctx: DomainContext, wanted: WantedTry): Promise<Claim> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const claim = await claimTry(ctx, wanted, (id) => running.has(id));
    if (claim.kind === 'claimed' && wanted.attemptId !== null) running.add(wanted.id);
    if (claim.kind !== 'busy' || performance.now() > until) return claim;
    await sleep(lookAgainMs);
  }
}

/** The company knows the brand better than the buyer's correction: what is shown later is the company's. */
async function noteMeans(
  ctx: DomainContext,
  attempt: Pick<AttemptRow, 'id' | 'kept'>,
  { brand, last4, expiry }: InspectedMeans,
  consentId: string | null,
): Promise<void> {
  // Where it says nothing, what the form said is shown.
  const isSame = brand === '' || (attempt.kept['brand'] === brand && attempt.kept['last4'] === last4);
  if (isSame && consentId === null) return;
  const told = isSame ? {} : { brand, last4, expiry };
  const kept = { ...attempt.kept, ...told, ...(consentId === null ? {} : { consentId }) };
  await updateAttempt(ctx.db, attempt.id, { kept: JSON.stringify(kept) });
}
