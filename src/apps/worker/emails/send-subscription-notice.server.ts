import { type Brand, brandOf, type BrandRegistry, linkOf } from '#src/branding/index.server.ts';
import { issueMagicLink } from '#src/domain/customers/magic-links/index.server.ts';
import { choosePlan } from '#src/domain/catalog/products/index.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import {
  noticeLeaseSeconds,
  isNoticeStillDue,
  releaseNotice,
  completeNotice,
  type SubscriptionNotice,
  acquireNotice,
} from '#src/domain/subscriptions/dunning/index.server.ts';
import { type Lead, leadById } from '#src/domain/checkout/leads/index.server.ts';
import { orderById } from '#src/domain/orders/index.server.ts';
import { isSupportedPhone, toGsmText, fitOneSms } from '#src/domain/customers/phones/index.server.ts';
import { sessionById } from '#src/domain/checkout/sessions/index.server.ts';
import {
  owedPrice,
  periodByKey,
  type Subscription,
  subscriptionById,
  type BillingPeriod,
} from '#src/domain/subscriptions/subscriptions/index.server.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { addDays, formatLocalDate, isLocalDate } from '#src/kernel/time/local-date.ts';
import { accountLink } from './send-account-email.server.ts';
import {
  type SubscriptionNoticeData,
  subscriptionNoticeEmail,
  subscriptionNoticeText,
} from './templates/subscription-notice.ts';
import { createEmailBuilder } from './email-builder.ts';
import type { EmailSender } from './email-sender.server.ts';

export interface SubscriptionNoticeSenderOptions {
  readonly ctx: DomainContext;
  readonly brands: BrandRegistry;
  readonly publicOrigin: string;
}

/** What a notice is about, as it stands when it is sent. */
interface Read {
  readonly notice: SubscriptionNotice;
  readonly subscription: Subscription;
  readonly period: BillingPeriod;
  readonly lead: Lead;
  readonly brand: Brand;
}

/**
 * Sends a notice of a subscription by e-mail or SMS; one whose reason is gone (it was paid meanwhile) is stored and
 * not sent. Throws when it was not accepted, so that the job is retried: an e-mail then has the same Message-ID, and
 * the SMS carrier knows it by its key.
 */
export function createSubscriptionNoticeSender(
  parts: SubscriptionNoticeSenderOptions,
  sender: EmailSender,
): (noticeId: string) => Promise<void> {
  const { ctx } = parts;
  return async (noticeId) => {
    const notice = await acquireNotice(ctx.db, noticeId, ctx.clock.now());
    if (!notice) return lookAgain(ctx, noticeId);
    const { id, kind, channel, subscriptionId } = notice;
    try {
      const read = await readNotice(parts, notice);
      const isSent = read !== null && (await (channel === 'email' ? byEmail : byText)(parts, sender, read));
      ctx.crashPoint('notice-before-mark');
      await completeNotice(ctx.db, id, isSent ? 'sent' : 'not-needed', ctx.clock.now());
      ctx.log.info(isSent ? 'notice-sent' : 'notice-not-needed', { messageId: id, subscriptionId, kind });
    } catch (thrown) {
      await releaseNotice(ctx.db, id);
      throw thrown;
    }
  };
}

/** The process that reserved the notice may have been stopped, and this job may be its retry. */
async function lookAgain(ctx: DomainContext, noticeId: string): Promise<void> {
  const seconds = await noticeLeaseSeconds(ctx.db, noticeId, ctx.clock.now());
  if (seconds !== null)
    await ctx.jobs.send(ctx.db, 'send-subscription-notice', { noticeId }, { startAfterSeconds: seconds });
}

async function readNotice(
  { ctx, brands }: SubscriptionNoticeSenderOptions,
  notice: SubscriptionNotice,
): Promise<Read | null> {
  const subscription = await subscriptionById(ctx, notice.subscriptionId);
  const period = await periodByKey(ctx.db, notice);
  const lead = subscription && (await leadById(ctx.db, subscription.leadId));
  const brand = subscription && brandOf(brands, subscription.brand, subscription.variant);
  if (!subscription || !period || !lead || !brand) throw new Error(`Notice ${notice.id} speaks of nothing`);
  return isNoticeStillDue(notice.kind, subscription, period) ? { notice, subscription, period, lead, brand } : null;
}

async function byEmail(parts: SubscriptionNoticeSenderOptions, sender: EmailSender, read: Read): Promise<boolean> {
  const { ctx } = parts;
  const { notice, subscription, lead, brand } = read;
  const { locale, price } = subscription;
  const t = sender.translator(brand, locale);
  const { currency } = price;
  const product = productOf(ctx, subscription);
  const about = { t, locale, brand, currency, product, orderReference: '' };
  const builder = createEmailBuilder({ ...about, buyerName: lead.name, buyerEmail: lead.email });
  const emailContent = subscriptionNoticeEmail(builder, {
    ...factsOf(ctx, read),
    ...(await linksOf(parts, read)),
  });
  await sender.send({ id: notice.id, brand, to: lead, emailContent });
  return true;
}

async function byText({ ctx }: SubscriptionNoticeSenderOptions, sender: EmailSender, read: Read): Promise<boolean> {
  const { notice, subscription, lead, brand } = read;
  if (!isSupportedPhone(lead.phone)) return false;
  const t = sender.translator(brand, subscription.locale);
  const facts = factsOf(ctx, read);
  const { amount, charge, last, retry, until, ends, term } = facts;
  const days = { charge, last, retry, until, ends, term };
  const values = { brand: brand.name, product: productOf(ctx, subscription), amount, ...days };
  const write = (product: string) => toGsmText(subscriptionNoticeText(t, facts, { ...values, product }));
  const text = fitOneSms(write, values.product);
  if ((await ctx.sms.send({ to: lead.phone, text, key: notice.id })) !== 'accepted')
    throw new Error('The text was not taken');
  return true;
}

function productOf(ctx: DomainContext, { brand, variant, productCode }: Subscription): string {
  return ctx.catalog.product(brand, variant, productCode)?.title ?? productCode;
}

/** Days and amounts as the reader writes them; what a kind does not speak of is empty. */
function factsOf(
  ctx: DomainContext,
  { notice, subscription, period, lead }: Read,
): Omit<SubscriptionNoticeData, 'url' | 'accountUrl'> {
  const { kind, details } = notice;
  const { brand, variant, productCode, locale, instrument, next } = subscription;
  const product = ctx.catalog.product(brand, variant, productCode);
  const planId = next?.planId ?? subscription.planId;
  const day = (text: string | undefined): string =>
    text !== undefined && isLocalDate(text) ? formatLocalDate(text) : '';
  return {
    kind,
    email: lead.email,
    waits: details.needsInstrument ? 'instrument' : details.retryOn === undefined ? 'pay' : 'retry',
    plan: (product && choosePlan(product, { planId })?.name) ?? productOf(ctx, subscription),
    amount: formatMoney(owedPrice(subscription), locale),
    charge: formatLocalDate(period.dueOn),
    last: formatLocalDate(addDays(period.dueOn, -1)),
    retry: day(details.retryOn),
    until: day(details.graceUntil),
    ends: day(details.cancelOn),
    term: formatLocalDate(subscription.periodEnd),
    isStopped: details.stopped === true,
    hasInvoice: instrument.kind === 'invoice',
  };
}

/** Links to pay the subscription by any method of its school, and to its buyer's account page, on any device. */
async function linksOf(
  { ctx, publicOrigin }: SubscriptionNoticeSenderOptions,
  { subscription, lead, brand }: Read,
): Promise<Pick<SubscriptionNoticeData, 'url' | 'accountUrl'>> {
  const { id, orderId, productCode, market } = subscription;
  const order = orderId === null ? null : await orderById(ctx.db, orderId);
  // One that no order began is of the school, and the flow, in which its buyer came.
  const session = await sessionById(ctx.db, order?.sessionId ?? lead.sessionId);
  const url = new URL(`/renew/${id}`, publicOrigin);
  const own = session ?? { link: {}, productCode, market, flowId: 'default' };
  for (const [name, value] of Object.entries(linkOf(own, brand))) url.searchParams.set(name, value);
  if (brand.flows.some((flow) => flow.id === 'renew')) url.searchParams.set('flowId', 'renew');
  url.searchParams.set('t', await issueMagicLink(ctx, ctx.db, id));
  const page = session && accountLink({ ctx, publicOrigin }, { lead, session, brand });
  return { url: url.href, accountUrl: await page };
}
