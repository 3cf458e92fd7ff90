import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { PaymentsContext } from '../context.server.ts';
import type { Lead } from '../../checkout/leads/index.ts';
import type { Quote } from '../../checkout/quotes/index.ts';
import type { CheckoutSession } from '../../checkout/sessions/index.ts';
import type { UpcomingCharges } from '../instruments/upcoming-charges.server.ts';
import type { PayFailure, PayRequest, TenderRequest } from '../ports/pay.types.ts';
import { type PreparedTender, prepareTender } from '../instruments/prepare-tender.server.ts';
import type { Vault } from '../instruments/resolve-payment-profile.server.ts';

/** The most tenders of one payment. */
const mostTenders = 5;
/** The least that a part of a price may be: 1.00, as schemes charge for less (payments.md, 3.9 and 3.10). */
const leastPart = 100n;
/** The least time to pay a code. */
const leastTimeSeconds = 5 * 60;

export interface TendersInput {
  readonly session: CheckoutSession;
  readonly quote: Quote;
  readonly lead: Lead;
  /** What is still owed of the price, minor units. */
  readonly due: bigint;
  /** Until when what is reserved of the price stays so at its companies; null = nothing is. */
  readonly heldUntil: Date | null;
  readonly request: PayRequest;
  /** Ids of gateways that could not be reached for this order. */
  readonly avoided: readonly string[];
  /** The vault of each of the buyer's payment profiles. */
  readonly vaults: ReadonlyMap<string, Vault>;
  /** Mandate terms of the next billing periods. */
  readonly upcoming: UpcomingCharges;
}

/**
 * Reads and checks the tenders of a payment against what is owed. They are returned in the order in which they start:
 * first those whose gateway reserves, so that nothing is captured before the rest is sure; then the others.
 */
export function readTenders(ctx: PaymentsContext, from: TendersInput): Result<readonly PreparedTender[], PayFailure> {
  const { session, quote, lead, request, avoided, vaults, upcoming } = from;
  const principals = principalsOf(request.tenders, from.due);
  if (!principals.ok) return principals;
  const prepared: PreparedTender[] = [];
  for (const [index, tender] of request.tenders.entries()) {
    const principal = principals.value[index] ?? 0n;
    const one = prepareTender(ctx, {
      session,
      lead,
      quote,
      request: tender,
      principal,
      avoided,
      index,
      vaults,
      upcoming,
    });
    if (!one.ok) return one;
    prepared.push(one.value);
  }
  const tokens = prepared.flatMap(({ singleUseHash }) => singleUseHash ?? []);
  if (new Set(tokens).size < tokens.length) return err({ code: 'token-used' });
  const reserving = prepared.filter(({ gateway }) => gateway.holdSeconds !== undefined);
  const others = prepared.filter(({ gateway }) => gateway.holdSeconds === undefined);
  const end = endOfHolds(ctx.clock.now(), from.heldUntil, reserving);
  const fitting = others.flatMap((tender) => fit(tender, end, ctx.clock.now()) ?? []);
  return fitting.length < others.length ? err({ code: 'hold-too-short' }) : ok([...reserving, ...fitting]);
}

/** The principal of each tender; they sum to what is owed. */
function principalsOf(tenders: readonly TenderRequest[], due: bigint): Result<readonly bigint[], PayFailure> {
  if (tenders.length === 0 || tenders.length > mostTenders) return err({ code: 'tender-mix-not-offered' });
  const named = tenders.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n);
  const principals = tenders.map(({ amount }) => amount ?? due - named);
  const isWhole = principals.reduce((sum, principal) => sum + principal, 0n) === due;
  if (!isWhole || principals.some((principal) => principal <= 0n)) return err({ code: 'tenders-do-not-sum' });
  const isTooSmall = tenders.length > 1 && principals.some((principal) => principal < leastPart);
  return isTooSmall ? err({ code: 'tender-too-small' }) : ok(principals);
}

/** When the first reservation of the price ends; infinitely late when there is none. */
function endOfHolds(now: Date, heldUntil: Date | null, reserving: readonly PreparedTender[]): number {
  const ends = reserving.map(({ gateway }) => now.getTime() + (gateway.holdSeconds ?? 0) * 1000);
  return Math.min(heldUntil?.getTime() ?? Infinity, ...ends);
}

/**
 * Fits a tender into the hold of the others: a renewable code gets less time where it has to, any other tender is
 * unchanged. Null when that is too little.
 */
function fit(tender: PreparedTender, end: number, now: Date): PreparedTender | null {
  const late = tender.deadlineAt.getTime() - end;
  if (late <= 0) return tender;
  const expiresAt = new Date(tender.expiresAt.getTime() - late);
  if (!tender.rail.renewable || expiresAt.getTime() < now.getTime() + leastTimeSeconds * 1000) return null;
  return { ...tender, expiresAt, deadlineAt: new Date(end) };
}
