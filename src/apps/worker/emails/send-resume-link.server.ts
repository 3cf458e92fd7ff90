import { brandOf, type BrandRegistry } from '#src/branding/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import { leadById } from '#src/domain/checkout/leads/index.server.ts';
import { orderOfSession } from '#src/domain/orders/index.server.ts';
import { toGsmText } from '#src/domain/customers/phones/index.server.ts';
import {
  issueShortLink,
  type ResumeChannel,
  completeResumeRequest,
  acquireResumeRequest,
} from '#src/domain/sales/recovery/index.server.ts';
import { sessionById } from '#src/domain/checkout/sessions/index.server.ts';
import { resumeEmail } from './templates/resume.ts';
import { createEmailBuilder } from './email-builder.ts';
import type { EmailSender } from './email-sender.server.ts';

export interface ResumeLinkSenderOptions {
  readonly ctx: DomainContext;
  readonly brands: BrandRegistry;
  readonly publicOrigin: string;
}

interface ResumeRequest {
  readonly id: string;
  readonly sessionId: string;
  readonly channel: ResumeChannel;
}

/** Sends the link of a purchase to its own buyer, at most once; throws when it was not sent and may be retried. */
export function createResumeLinkSender(
  parts: ResumeLinkSenderOptions,
  sender: EmailSender,
): (resumeRequestId: string) => Promise<void> {
  const { ctx } = parts;
  return async (id) => {
    const taken = await acquireResumeRequest(ctx.db, id);
    if (!taken) return;
    try {
      const isSent = await send(parts, sender, { id, ...taken });
      await completeResumeRequest(ctx.db, id, isSent ? 'sent' : 'not-needed', ctx.clock.now());
      ctx.log.info(isSent ? 'resume-link-sent' : 'resume-link-not-needed', { kind: taken.channel });
    } catch (thrown) {
      await completeResumeRequest(ctx.db, id, 'not-sent', ctx.clock.now());
      throw thrown;
    }
  };
}

/** False when the purchase can no longer be resumed. */
async function send(
  { ctx, brands, publicOrigin }: ResumeLinkSenderOptions,
  sender: EmailSender,
  request: ResumeRequest,
): Promise<boolean> {
  const session = await sessionById(ctx.db, request.sessionId);
  const lead = session?.leadId ? await leadById(ctx.db, session.leadId) : null;
  const brand = session && brandOf(brands, session.brand, session.variant);
  const product = session && ctx.catalog.product(session.brand, session.variant, session.productCode)?.title;
  const view = session && (await orderOfSession(ctx, session.id));
  if (!session || !lead || !brand || !product || view?.order.state === 'paid') return false;
  const { locale } = session;
  const t = sender.translator(brand, locale);
  const payUrl = new URL(await issueShortLink(ctx, session.id), publicOrigin).href;
  if (request.channel === 'sms') {
    const text = toGsmText(t('text.resume', { brand: brand.name, product, url: payUrl }));
    if ((await ctx.sms.send({ to: lead.phone, text, key: request.id })) !== 'accepted')
      throw new Error('The text was not taken');
    return true;
  }
  const { currency, reference } = view?.order ?? { currency: 'BRL' as const, reference: '' };
  const about = { t, locale, brand, currency, product, orderReference: reference };
  const builder = createEmailBuilder({ ...about, buyerName: lead.name, buyerEmail: lead.email });
  await sender.send({ id: request.id, brand, to: lead, emailContent: resumeEmail(builder, { payUrl }) });
  return true;
}
