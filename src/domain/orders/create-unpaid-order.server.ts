import { transaction } from '#src/kernel/db/transaction.server.ts';
import { newSecret, sha256 } from '#src/kernel/ids/ids.server.ts';
import type { Country, Locale } from '#src/kernel/locale/locale.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { OrdersContext } from './context.server.ts';
import { trialLinkKey } from '../checkout/flows/index.ts';
import {
  copyPhoneProof,
  isErased,
  leadById,
  openSessionWithLeadIn,
  patchLead,
  saveLead,
} from '../checkout/leads/index.server.ts';
import type { Quote } from '../checkout/quotes/index.ts';
import { agreedQuote, currentQuote } from '../checkout/quotes/index.server.ts';
import { type CheckoutSession, lockSession, openSession, sessionById } from '../checkout/sessions/index.server.ts';
import { inTransaction } from '../transaction.server.ts';
import { createOrder } from './order.repository.server.ts';
import type { Order } from './order.types.ts';

/** An order for a buyer who did not come by a link themselves. */
export interface UnpaidOrderInput {
  readonly brand: string;
  readonly variant: string | null;
  readonly business: string;
  readonly productCode: string;
  readonly planId: string;
  readonly market: Country;
  readonly locale: Locale;
  /** The flow whose pages it is paid on, and the link that leads there. */
  readonly flowId: string;
  readonly link: Readonly<Record<string, string>>;
  readonly seller: string;
  readonly source: string;
  readonly buyer: {
    readonly name: string;
    readonly email: string;
    readonly phone: string;
    readonly document?: { readonly type: string; readonly number: string };
  };
  /** The agreed price, in minor units: it holds whatever the plan costs by now. */
  readonly agreed?: bigint;
  /** Title of the order's line; the product's title when absent. */
  readonly title?: string;
}

export interface UnpaidOrder {
  readonly session: CheckoutSession;
  readonly order: Order;
}

/**
 * Creates an order with its buyer and its frozen price before a method is chosen. No browser owns its session: it is
 * reached by a magic link.
 */
export async function createUnpaidOrder(
  ctx: OrdersContext,
  { planId, buyer, agreed, title, ...start }: UnpaidOrderInput,
): Promise<Result<UnpaidOrder, 'plan-not-found'>> {
  const link = withoutTrial(start.link);
  const opened = await openSession(ctx, { ...start, link, browserHash: sha256(newSecret()), offer: '' });
  const { document, ...contact } = buyer;
  const saved = await saveLead(ctx, opened, { ...contact, consents: [], ip: '' });
  const session = await sessionById(ctx.db, opened.id);
  if (!session) throw new Error(`Session ${opened.id} vanished`);
  const lead = document ? await patchLead(ctx, session, saved.id, { document }) : saved;
  const quote = await priceOf(ctx, session, planId, agreed === undefined ? null : { amount: agreed, title });
  if (!quote || !lead) return err('plan-not-found');
  const from = { session, lead, quote, planId };
  const order = await transaction(ctx.db, (trx) => createOrder(trx, from, ctx.clock.now()));
  return ok({ session: { ...session, orderId: order.id }, order });
}

/** `nobody`: the buyer was erased, or never was. */
export type KnownBuyerFailure = 'plan-not-found' | 'nobody';

/**
 * The same for a known buyer, at an agreed price. All of it is written under the lock that an erasure takes: the
 * erasure finds this order too, or nothing is written about the buyer anew.
 */
export async function createUnpaidOrderFor(
  ctx: OrdersContext,
  leadId: string,
  { planId, agreed, title, ...start }: Omit<UnpaidOrderInput, 'buyer'> & { readonly agreed: bigint },
): Promise<Result<UnpaidOrder, KnownBuyerFailure>> {
  return inTransaction<UnpaidOrder, KnownBuyerFailure>(ctx.db, async (trx) => {
    const inside = { ...ctx, db: trx };
    const before = await leadById(trx, leadId);
    const known = before && (await lockSession(trx, before.sessionId)) && (await leadById(trx, leadId));
    if (!known || isErased(known)) return err('nobody');
    const { name, email, phone, document, birthDate, relationAccount } = known;
    const student = { ...(birthDate ? { birthDate } : {}), ...(relationAccount ? { relationAccount } : {}) };
    const from = { ...start, link: withoutTrial(start.link), browserHash: sha256(newSecret()), offer: '' };
    const contact = { name, email, phone, ...student, consents: [], ip: '' };
    const { session, lead } = await openSessionWithLeadIn(ctx, trx, from, () => contact);
    await copyPhoneProof(trx, leadId, lead.id);
    const whole = document ? await patchLead(inside, session, lead.id, { document }) : lead;
    const quote = await priceOf(inside, session, planId, { amount: agreed, title });
    if (!quote || !whole) return err('plan-not-found');
    const order = await createOrder(trx, { session, lead: whole, quote, planId }, ctx.clock.now());
    return ok({ session: { ...session, orderId: order.id }, order });
  });
}

/** Trials are for buyers who come by a link: an invoice is paid. */
function withoutTrial({ [trialLinkKey]: _free, ...link }: Readonly<Record<string, string>>): Record<string, string> {
  return link;
}

async function priceOf(
  ctx: OrdersContext,
  session: CheckoutSession,
  planId: string,
  agreed: { readonly amount: bigint; readonly title: string | undefined } | null,
): Promise<Quote | null> {
  if (agreed) {
    const { brand, variant, productCode, id: sessionId } = session;
    const { amount, title } = agreed;
    const price = { planId, amount, ...(title === undefined ? {} : { title }) };
    return agreedQuote(ctx, ctx.db, { sessionId, product: ctx.catalog.product(brand, variant, productCode), price });
  }
  const quote = await currentQuote(ctx, session, { planId });
  return quote.ok ? quote.value : null;
}
