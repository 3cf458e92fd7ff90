/**
 * The six stages of a payment's first transaction, in their order: lock the purchase → replay its key → price it → admit its
 * tenders → reserve what it takes → write the attempts. Each answers the state for the next stage, or a halt: the answer
 * of an earlier call with this key, the verification that a trial needs first, or a refusal with its code.
 */
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import type { RiskLevel } from '../../risk/index.server.ts';
import { isErased, type Lead, leadById } from '../../checkout/leads/index.server.ts';
import { copyBillingPeriod, closeOrder, createOrder, lockOrder, type Order } from '../../orders/index.server.ts';
import { locationsOfSession } from '../../checkout/test-locations/index.server.ts';
import { isPriceExpired, type Quote, quoteById, quoteForPayment } from '../../checkout/quotes/index.server.ts';
import { missingStep } from '../../checkout/required-steps/index.server.ts';
import {
  type CheckoutSession,
  lockSession,
  invoiceStateOfSession,
  hasInvoice,
} from '../../checkout/sessions/index.server.ts';
import { reserveTickets } from '../../checkout/tickets/index.server.ts';
import {
  acceptTrialWithPayment,
  acceptTrial,
  type TrialRequest,
  type TrialInstrument,
} from '../instruments/accept-trial.server.ts';
import { upcomingChargesOfOrder } from '../instruments/upcoming-charges.server.ts';
import { expireHoldIfOver } from '../split/expire-hold.server.ts';
import { checkTenders } from '../instruments/check-tenders.server.ts';
import { releaseReservations, reserveForOrder } from '../attempts/reservations.server.ts';
import { fingerprintsOf } from './idempotency.repository.server.ts';
import { type ReservedParts, reservedParts } from '../attempts/split-part.repository.server.ts';
import { busySplitPart, heldUntil, unreachableGateways } from '../attempts/split-parts.server.ts';
import { supersedeUnreservedAttempts, declinePauseOf } from './open-attempt.server.ts';
import type { PayAnswer, PayFailure, PayRequest } from '../ports/pay.types.ts';
import type { PreparedTender } from '../instruments/prepare-tender.server.ts';
import { readTenders } from './read-tenders.server.ts';
import { replayByKey } from './replay.server.ts';
import { type Vault, vaultOf, markOtherDevice } from '../instruments/resolve-payment-profile.server.ts';
import { completeZeroAmountOrder, type WrittenTenders, writeTenders } from './write-tenders.server.ts';

/** Why a payment ends before its attempts are written. */
export type PaymentHalt =
  | { readonly kind: 'answered'; readonly answer: PayAnswer }
  | ({ readonly kind: 'starts-trial' } & TrialRequest)
  | { readonly kind: 'refused'; readonly failure: PayFailure };

type Staged<State> = Promise<Result<State, PaymentHalt>>;

export interface LockedPurchase {
  readonly request: PayRequest;
  readonly session: CheckoutSession;
}

export interface IdentifiedPurchase extends LockedPurchase {
  readonly lead: Lead | null;
  /** The quote that the request names; null when this session has none of that id. */
  readonly named: Quote | null;
}

export interface PricedOrder extends LockedPurchase {
  readonly lead: Lead;
  readonly quote: Quote;
  /** The newest order of the session, in whatever state. */
  readonly newest: Order | null;
  /** The same while it can still be paid: its quote and its parts stand. */
  readonly held: Order | null;
  /** The order that an invoice is for, which keeps its price whatever became of earlier orders. */
  readonly billed: Order | null;
  readonly parts: ReservedParts;
  readonly vaults: ReadonlyMap<string, Vault>;
}

export interface AdmittedPayment extends PricedOrder {
  /** In the order in which they start; none where nothing is to be paid. */
  readonly tenders: readonly PreparedTender[];
}

export interface ReservedOrder extends AdmittedPayment {
  readonly order: Order;
}

/** 1. Locks the session: payments of one purchase run one after another. */
export async function lockPurchase(_ctx: PaymentsContext, trx: Db, request: PayRequest): Staged<LockedPurchase> {
  const session = await lockSession(trx, request.sessionId);
  return session ? ok({ request, session }) : refuse({ code: 'lead-missing' });
}

/** 2. Answers a key that this session used before; reads lead and quote in the same round trip. */
export async function replayKey(ctx: PaymentsContext, trx: Db, state: LockedPurchase): Staged<IdentifiedPurchase> {
  const { request, session } = state;
  const [replay, lead, named] = await Promise.all([
    replayByKey(ctx, trx, session.id, request.idempotencyKey, fingerprintsOf(ctx.config, request)),
    session.leadId ? leadById(trx, session.leadId) : null,
    quoteById(trx, session.id, request.quoteId),
  ]);
  if (!replay) return ok({ ...state, lead, named });
  return replay.ok ? err({ kind: 'answered', answer: replay.value }) : refuse(replay.error);
}

/** 3. Finds the order at hand, who pays it and the price that holds. */
export async function priceOrder(ctx: PaymentsContext, trx: Db, state: IdentifiedPurchase): Staged<PricedOrder> {
  const { request, session, lead } = state;
  const newest = session.orderId ? await lockOrder(trx, session.orderId) : null;
  if (newest && (newest.state === 'paid' || newest.state === 'refunded'))
    return refuse({ code: 'order-paid', orderId: newest.id });
  // A closed order stays closed: its price and its voucher are free again. So is one whose hold window has passed.
  const isOver = newest !== null && (newest.state === 'closed' || (await expireHoldIfOver(ctx, trx, newest)));
  const held = isOver ? null : newest;
  const invoice = isOver ? await invoiceStateOfSession(trx, session.id) : 'none';
  // The invoice was voided after its page was shown: a payment of it would buy nothing.
  if (invoice === 'canceled') return refuse({ code: 'quote-not-found' });
  const billed = newest && invoice === 'active' ? { ...newest, received: 0n } : held;
  // An erased person can be given nothing.
  if (!lead || isErased(lead)) return refuse({ code: 'lead-missing' });
  if (!isNamed(lead, request.contact)) return refuse({ code: 'lead-differs' });
  const vaults = await vaultOf(trx, request);
  if (!vaults.ok) return refuse(vaults.error);
  const parts = await reservedParts(trx, held);
  const { reserved } = parts;
  const busy = held && busySplitPart(ctx, held, parts.rows);
  if (held && busy) return refuse({ code: 'attempt-open', orderId: held.id, attemptId: busy });
  // A purchase that has received money continues, whatever its buyer changed since.
  const missing = held && held.received + reserved > 0n ? null : await missingStep(ctx, trx, session, lead);
  if (missing) return refuse({ code: 'step-missing', step: missing.id, template: missing.template });
  // The amount shown for several tenders is compared in the next stage, once the tenders are read.
  const [only, second] = request.tenders;
  const shown = second || request.shownAmount === undefined ? {} : { shownAmount: request.shownAmount };
  const chosen = only ? { installments: only.installments } : {};
  // An unpaid order's price ends after its time; that of an invoice does not.
  const isStale = held !== null && isPriceExpired(ctx, held, { reserved }) && !(await hasInvoice(trx, session.id));
  const quote = quoteForPayment(ctx, state.named, isStale ? null : billed, { ...shown, ...chosen, reserved });
  if (!quote.ok) return refuse(quote.error);
  return ok({ request, session, lead, quote: quote.value, newest, held, billed, parts, vaults: vaults.value });
}

/** 4. Reads the tenders and decides whether they may be tried now: terms, amounts, decline limits, risk, open attempts. */
export async function admitTenders(
  ctx: PaymentsContext,
  trx: Db,
  state: PricedOrder,
  { level, instrument }: { readonly level: RiskLevel; readonly instrument: TrialInstrument | null },
): Staged<AdmittedPayment> {
  const { request, session, lead, quote, newest, held, billed, parts } = state;
  if (quote.trial && !request.trial) return refuse({ code: 'trial-not-accepted', quote });
  let tenders: readonly PreparedTender[] = [];
  if (quote.total === 0n) {
    if (quote.trial && !instrument) return err({ kind: 'starts-trial', session, lead, quote, trial: quote.trial });
  } else {
    const due = held && held.quoteId === quote.id ? held.total - held.received - parts.reserved : quote.total;
    const upcoming = await upcomingChargesOfOrder(ctx, trx, { session, quote, order: billed });
    const from = { session, quote, lead, due, heldUntil: heldUntil(ctx, parts.rows), request, upcoming };
    const read = readTenders(ctx, { ...from, vaults: state.vaults, avoided: unreachableGateways(parts.rows) });
    if (!read.ok) return refuse(read.error);
    tenders = read.value;
    const { total } = quote;
    if (!agrees(request, [total, total - (held?.received ?? 0n), due, amountOf(tenders)]))
      return refuse({ code: 'quote-changed', quote });
    const rails = tenders.map(({ rail }) => rail.id);
    const retryAfterSeconds = newest ? await declinePauseOf(ctx, trx, session.id, rails) : null;
    if (retryAfterSeconds !== null) return refuse({ code: 'too-many-tries', retryAfterSeconds });
    const guarded = { session, lead, request, level, tenders, orderId: held?.id ?? null };
    const refusal = await checkTenders(ctx, trx, guarded);
    if (refusal) return refuse(refusal);
  }
  const cleared = await supersedeUnreservedAttempts(ctx, trx, parts.rows);
  return cleared.ok ? ok({ ...state, tenders }) : refuse(cleared.error);
}

/** 5. Takes the order at hand or creates a new one, with its seats, voucher and places, and writes an accepted trial. */
export async function reserveOrder(
  ctx: PaymentsContext,
  trx: Db,
  state: AdmittedPayment,
  instrument: TrialInstrument | null,
): Staged<ReservedOrder> {
  const { request, lead, quote, tenders } = state;
  const order = await orderFor(ctx, trx, state, tenders[0]?.planId ?? quote.planId);
  if (!order.ok) return refuse(order.error);
  if (quote.trial) {
    const terms = { order: order.value, lead, terms: quote.trial };
    const begun = instrument
      ? await acceptTrial(ctx, trx, { ...terms, instrument })
      : await acceptTrialWithPayment(ctx, trx, { ...terms, request });
    if (!begun.ok) return refuse(begun.error);
  }
  return ok({ ...state, order: order.value });
}

/** 6. Writes tenders and attempts under the key; an order that costs nothing is completed instead. */
export async function writeAttempts(ctx: PaymentsContext, trx: Db, state: ReservedOrder): Staged<WrittenTenders> {
  const { request, session, order, held, parts, tenders, quote } = state;
  const fingerprints = fingerprintsOf(ctx.config, request);
  const call = { sessionId: session.id, key: request.idempotencyKey, fingerprints };
  if (quote.total === 0n)
    return err({ kind: 'answered', answer: await completeZeroAmountOrder(ctx, trx, order, call) });
  const tried = order.id === held?.id ? parts.rows.length : 0;
  const isSplit = tenders.length > 1 || parts.reserved > 0n || (order.holdExpiresAt ?? null) !== null;
  const marked = await markOtherDevice(trx, request, tenders);
  const written = await writeTenders(ctx, trx, { request, call, order, tenders: marked, quote, tried, isSplit });
  return written.ok ? written : refuse(written.error);
}

function refuse(failure: PayFailure): Result<never, PaymentHalt> {
  return err({ kind: 'refused', failure });
}

/** Whether the purchase belongs to the person whom the request names, if it names one. */
function isNamed(lead: Lead, contact: PayRequest['contact']): boolean {
  return !contact || (['name', 'email', 'phone'] as const).every((field) => lead[field] === contact[field]);
}

/** The amount of all tenders together, with the interest of their installments. */
function amountOf(tenders: readonly PreparedTender[]): bigint {
  return tenders.reduce((sum, { principal, interest }) => sum + principal + interest, 0n);
}

/** Whether the amount shown for several tenders is one that holds. That of a single tender was compared with the quote. */
function agrees({ tenders, shownAmount }: PayRequest, amounts: readonly bigint[]): boolean {
  return tenders.length === 1 || shownAmount === undefined || amounts.includes(shownAmount);
}

/** The order to pay: the one at hand if its price still is this quote's, otherwise a new one in its place. */
async function orderFor(
  ctx: PaymentsContext,
  trx: Db,
  { session, lead, quote, held, billed }: AdmittedPayment,
  planId: string,
): Promise<Result<Order, PayFailure>> {
  const now = ctx.clock.now();
  if (held?.quoteId === quote.id) {
    // An order that was written before anybody came to pay takes its seats now; any other has them.
    const isSeated = await reserveTickets(ctx, trx, held, quote.lines, now);
    return isSeated ? ok(held) : err({ code: 'tickets-sold-out' });
  }
  if (held) {
    await closeOrder(trx, held.id);
    await releaseReservations(trx, held.id, now);
  }
  const from = { session, lead, quote, planId };
  const [order, places] = await Promise.all([createOrder(trx, from, now), locationsOfSession(trx, session.id)]);
  const taken = await reserveForOrder(ctx, trx, order, quote, places);
  if (!taken.ok) return taken;
  if (!billed) return ok(order);
  const replacing = await copyBillingPeriod(trx, billed, order);
  await ctx.handlers.onOrderReplaced(trx, billed, replacing);
  return ok(replacing);
}
