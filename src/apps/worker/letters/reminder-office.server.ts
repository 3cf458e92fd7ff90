import { type Brand, brandOf, type BrandRegistry, linkOf } from '#src/branding/index.server.ts';
import { issueCapability } from '#src/domain/capabilities/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import { type Lead, leadById } from '#src/domain/leads/index.server.ts';
import { orderOfSession } from '#src/domain/orders/index.server.ts';
import { priceHoldsUntil } from '#src/domain/quotes/index.server.ts';
import { settleReminder, takeReminder, type TakenReminder } from '#src/domain/reminders/index.server.ts';
import { type CheckoutSession, sessionById } from '#src/domain/sessions/index.server.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { formatInstant, marketZone } from '#src/kernel/time/zones.ts';
import { recoveryLetter } from './kinds/recovery.ts';
import { letterDesk } from './letter-desk.ts';
import type { LetterPost } from './letter-post.server.ts';
import { orderLink } from './order-link.server.ts';

export interface ReminderOfficeParts {
  readonly ctx: DomainContext;
  readonly brands: BrandRegistry;
  readonly publicOrigin: string;
}

/** Everything that a reminder speaks of. */
interface ReminderFacts {
  readonly taken: TakenReminder;
  readonly session: CheckoutSession;
  readonly lead: Lead;
  readonly brand: Brand;
  /** What is bought. */
  readonly product: string;
  readonly payUrl: string;
  readonly stop: { readonly page: string; readonly oneClick: string };
}

/** Sends a reminder that was planned, once whatever runs twice; throws when it certainly did not go and may be tried again. */
export function createReminderOffice(
  parts: ReminderOfficeParts,
  post: LetterPost,
): (abandonmentId: string, step: number) => Promise<void> {
  const { ctx } = parts;
  return async (abandonmentId, step) => {
    const taken = await takeReminder(ctx, abandonmentId, step);
    if (!taken) return;
    const { channel } = taken;
    let outcome: 'sent' | 'not-sent' | 'not-needed' | 'unknown';
    try {
      const facts = await readFacts(parts, taken);
      outcome = facts === null ? 'not-needed' : await (channel === 'email' ? byLetter : byText)(parts, post, facts);
    } catch (thrown) {
      await settleReminder(ctx, taken, 'not-sent');
      throw thrown;
    }
    // Nobody knows whether it went: it stays as it is, for two of them are worse than none.
    if (outcome === 'unknown') return ctx.log.warn('reminder-unknown', { kind: channel });
    await settleReminder(ctx, taken, outcome);
    if (outcome === 'not-sent') throw new Error('The reminder was not taken');
    ctx.log.info(outcome === 'sent' ? 'reminder-sent' : 'reminder-not-needed', { kind: channel });
  };
}

async function readFacts(
  { ctx, brands, publicOrigin }: ReminderOfficeParts,
  taken: TakenReminder,
): Promise<ReminderFacts | null> {
  const { left } = taken;
  const session = await sessionById(ctx.db, left.sessionId);
  const lead = session?.leadId ? await leadById(ctx.db, session.leadId) : null;
  const brand = session && brandOf(brands, session.brand, session.variant);
  const product = session && ctx.catalog.product(session.brand, session.variant, session.productCode);
  if (!session || !lead || !brand || !product) return null;
  const payUrl = await orderLink(ctx, publicOrigin, session, brand);
  const secret = await issueCapability(ctx, ctx.db, left.id);
  const page = new URL(`/reminders/${left.id}`, publicOrigin);
  for (const [name, value] of Object.entries(linkOf(session, brand))) page.searchParams.set(name, value);
  page.searchParams.set('t', secret);
  const oneClick = new URL(`/api/v1/reminders/${left.id}/stop`, publicOrigin);
  oneClick.searchParams.set('t', secret);
  const stop = { page: page.href, oneClick: oneClick.href };
  return { taken, session, lead, brand, product: product.title, payUrl, stop };
}

/** By letter; the mail program's own button ends them with one press (RFC 8058). */
async function byLetter({ ctx }: ReminderOfficeParts, post: LetterPost, facts: ReminderFacts) {
  const { taken, session, lead, brand, product, payUrl, stop } = facts;
  const { locale, market } = session;
  const view = await orderOfSession(ctx, session.id);
  const until = view && priceHoldsUntil(ctx, view.order);
  const kept =
    view && until && until > ctx.clock.now()
      ? {
          total: formatMoney({ amount: view.order.total, currency: view.order.currency }, locale),
          until: formatInstant(until, marketZone(market)),
        }
      : null;
  const desk = letterDesk({
    t: post.translator(brand, locale),
    locale,
    brand,
    currency: view?.order.currency ?? 'BRL',
    buyerName: lead.name,
    buyerEmail: lead.email,
    product,
    orderReference: view?.order.reference ?? '',
  });
  const letter = recoveryLetter(desk, { isFirst: taken.step === 0, payUrl, stopUrl: stop.page, kept });
  const headers = {
    'List-Unsubscribe': `<${stop.oneClick}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    // Whoever sorts their letters sorts these apart from receipts.
    Precedence: 'bulk',
  };
  try {
    await post.send({ id: `${taken.left.id}.${taken.step}`, brand, to: lead, letter, headers });
    return 'sent' as const;
  } catch (thrown) {
    return wasRefused(thrown) ? ('not-sent' as const) : ('unknown' as const);
  }
}

/** The mail server said no, or was never reached: the letter is certainly not on its way. */
function wasRefused(thrown: unknown): boolean {
  if (typeof thrown !== 'object' || thrown === null) return false;
  return (
    ('responseCode' in thrown && typeof thrown.responseCode === 'number') ||
    ('command' in thrown && thrown.command === 'CONN')
  );
}

async function byText({ ctx }: ReminderOfficeParts, post: LetterPost, facts: ReminderFacts) {
  const { taken, session, lead, brand, product, payUrl, stop } = facts;
  const t = post.translator(brand, session.locale);
  const text = t('text.recovery', { brand: brand.name, product, url: payUrl, stop: stop.page });
  const outcome = await ctx.sms.send({ to: lead.phone, text, key: `${taken.left.id}.${taken.step}` });
  // The carrier knows a message by its key: asked again, it sends it once.
  return outcome === 'taken' ? ('sent' as const) : ('not-sent' as const);
}
