import { type Brand, brandOf, type BrandRegistry, linkOf } from '#src/branding/index.server.ts';
import { issueMagicLink } from '#src/domain/customers/magic-links/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import { type Lead, leadById } from '#src/domain/checkout/leads/index.server.ts';
import { orderOfSession } from '#src/domain/orders/index.server.ts';
import { priceValidUntil } from '#src/domain/checkout/quotes/index.server.ts';
import { completeReminder, acquireReminder, type AcquiredReminder } from '#src/domain/sales/reminders/index.server.ts';
import { type CheckoutSession, sessionById } from '#src/domain/checkout/sessions/index.server.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { formatInstant, marketZone } from '#src/kernel/time/zones.ts';
import { recoveryEmail } from './templates/recovery.ts';
import { createEmailBuilder } from './email-builder.ts';
import type { EmailSender } from './email-sender.server.ts';
import { orderLink } from './order-link.server.ts';

export interface RecoveryReminderSenderOptions {
  readonly ctx: DomainContext;
  readonly brands: BrandRegistry;
  readonly publicOrigin: string;
}

/** Data of a reminder. */
interface ReminderData {
  readonly taken: AcquiredReminder;
  readonly session: CheckoutSession;
  readonly lead: Lead;
  readonly brand: Brand;
  /** What is bought. */
  readonly product: string;
  readonly payUrl: string;
  readonly stop: { readonly page: string; readonly oneClick: string };
}

/** Sends a planned reminder at most once; throws when it was certainly not sent and may be retried. */
export function createRecoveryReminderSender(
  parts: RecoveryReminderSenderOptions,
  sender: EmailSender,
): (abandonmentId: string, step: number) => Promise<void> {
  const { ctx } = parts;
  return async (abandonmentId, step) => {
    const taken = await acquireReminder(ctx, abandonmentId, step);
    if (!taken) return;
    const { channel } = taken;
    let outcome: 'sent' | 'not-sent' | 'not-needed' | 'unknown';
    try {
      const facts = await readFacts(parts, taken);
      outcome = facts === null ? 'not-needed' : await (channel === 'email' ? byEmail : byText)(parts, sender, facts);
    } catch (thrown) {
      await completeReminder(ctx, taken, 'not-sent');
      throw thrown;
    }
    // Whether it was sent is unknown: it is not sent again, since two reminders are worse than none.
    if (outcome === 'unknown') return ctx.log.warn('reminder-outcome-unknown', { kind: channel });
    await completeReminder(ctx, taken, outcome);
    if (outcome === 'not-sent') throw new Error('The reminder was not taken');
    ctx.log.info(outcome === 'sent' ? 'reminder-sent' : 'reminder-not-needed', { kind: channel });
  };
}

async function readFacts(
  { ctx, brands, publicOrigin }: RecoveryReminderSenderOptions,
  taken: AcquiredReminder,
): Promise<ReminderData | null> {
  const { left } = taken;
  const session = await sessionById(ctx.db, left.sessionId);
  const lead = session?.leadId ? await leadById(ctx.db, session.leadId) : null;
  const brand = session && brandOf(brands, session.brand, session.variant);
  const product = session && ctx.catalog.product(session.brand, session.variant, session.productCode);
  if (!session || !lead || !brand || !product) return null;
  const payUrl = await orderLink(ctx, publicOrigin, session, brand);
  const secret = await issueMagicLink(ctx, ctx.db, left.id);
  const page = new URL(`/reminders/${left.id}`, publicOrigin);
  for (const [name, value] of Object.entries(linkOf(session, brand))) page.searchParams.set(name, value);
  page.searchParams.set('t', secret);
  const oneClick = new URL(`/api/v1/reminders/${left.id}/stop`, publicOrigin);
  oneClick.searchParams.set('t', secret);
  const stop = { page: page.href, oneClick: oneClick.href };
  return { taken, session, lead, brand, product: product.title, payUrl, stop };
}

/** By e-mail; the mail program's own button unsubscribes in one click (RFC 8058). */
async function byEmail({ ctx }: RecoveryReminderSenderOptions, sender: EmailSender, facts: ReminderData) {
  const { taken, session, lead, brand, product, payUrl, stop } = facts;
  const { locale, market } = session;
  const view = await orderOfSession(ctx, session.id);
  const until = view && priceValidUntil(ctx, view.order);
  const heldPrice =
    view && until && until > ctx.clock.now()
      ? {
          total: formatMoney({ amount: view.order.total, currency: view.order.currency }, locale),
          until: formatInstant(until, marketZone(market)),
        }
      : null;
  const builder = createEmailBuilder({
    t: sender.translator(brand, locale),
    locale,
    brand,
    currency: view?.order.currency ?? 'BRL',
    buyerName: lead.name,
    buyerEmail: lead.email,
    product,
    orderReference: view?.order.reference ?? '',
  });
  const emailContent = recoveryEmail(builder, { isFirst: taken.step === 0, payUrl, stopUrl: stop.page, heldPrice });
  const headers = {
    'List-Unsubscribe': `<${stop.oneClick}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    // Mail filters tell reminders from receipts by it.
    Precedence: 'bulk',
  };
  try {
    await sender.send({ id: `${taken.left.id}.${taken.step}`, brand, to: lead, emailContent, headers });
    return 'sent' as const;
  } catch (thrown) {
    return wasRefused(thrown) ? ('not-sent' as const) : ('unknown' as const);
  }
}

/** The mail server refused, or was never reached: the e-mail was certainly not sent. */
function wasRefused(thrown: unknown): boolean {
  if (typeof thrown !== 'object' || thrown === null) return false;
  return (
    ('responseCode' in thrown && typeof thrown.responseCode === 'number') ||
    ('command' in thrown && thrown.command === 'CONN')
  );
}

async function byText({ ctx }: RecoveryReminderSenderOptions, sender: EmailSender, facts: ReminderData) {
  const { taken, session, lead, brand, product, payUrl, stop } = facts;
  const t = sender.translator(brand, session.locale);
  const text = t('text.recovery', { brand: brand.name, product, url: payUrl, stop: stop.page });
  const outcome = await ctx.sms.send({ to: lead.phone, text, key: `${taken.left.id}.${taken.step}` });
  // The carrier knows a message by its key: asked again, it sends it once.
  return outcome === 'accepted' ? ('sent' as const) : ('not-sent' as const);
}
