import { newSecret, sha256 } from '#src/kernel/ids/ids.server.ts';
import type { Country, Locale } from '#src/kernel/locale/locale.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { DomainContext } from '../context.server.ts';
import { patchLead, saveLead } from '../leads/index.server.ts';
import type { Quote } from '../quotes/index.ts';
import { currentQuote } from '../quotes/index.server.ts';
import { type CheckoutSession, openSession, sessionById } from '../sessions/index.server.ts';
import { createOrder } from './order.repository.server.ts';
import type { Order } from './order.types.ts';

/** Something to be paid by somebody who did not come by a link themselves: whose it is, and what it is for. */
export interface OrderStart {
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
  /** What was agreed to before, in minor units: it holds whatever the plan costs by now. */
  readonly agreed?: bigint;
}

/**
 * Writes an order that waits to be paid, with its buyer and its frozen price, before anybody has chosen how. No browser
 * owns its session: it is reached by a link's capability.
 */
export async function openOrder(
  ctx: DomainContext,
  { planId, buyer, agreed, ...start }: OrderStart,
): Promise<Result<{ readonly session: CheckoutSession; readonly order: Order }, 'plan-not-found'>> {
  const opened = await openSession(ctx, { ...start, browserHash: sha256(newSecret()), offer: '' });
  const { document, ...contact } = buyer;
  const saved = await saveLead(ctx, opened, { ...contact, consents: [], ip: '' });
  const session = await sessionById(ctx.db, opened.id);
  if (!session) throw new Error(`Session ${opened.id} vanished`);
  const lead = document ? await patchLead(ctx, session, saved.id, { document }) : saved;
  const quote = await currentQuote(ctx, session, { planId });
  if (!quote.ok || !lead) return err('plan-not-found');
  const order = await ctx.db
    .transaction()
    .execute((trx) =>
      createOrder(trx, { session, lead, quote: atPrice(quote.value, agreed), planId }, ctx.clock.now()),
    );
  return ok({ session: { ...session, orderId: order.id }, order });
}

/** The same plan alone at a price that was agreed to. */
function atPrice(quote: Quote, agreed: bigint | undefined): Quote {
  if (agreed === undefined) return quote;
  const lines = quote.lines
    .filter(({ kind }) => kind === 'main')
    .map((line) => ({ ...line, amount: agreed, standardAmount: agreed }));
  return { ...quote, lines, total: agreed, discount: 0n };
}
