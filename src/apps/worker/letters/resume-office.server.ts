import { brandOf, type BrandRegistry } from '#src/branding/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import { leadById } from '#src/domain/leads/index.server.ts';
import { orderOfSession } from '#src/domain/orders/index.server.ts';
import { plainText } from '#src/domain/phones/index.server.ts';
import {
  issueShortLink,
  type ResumeChannel,
  settleResumeWish,
  takeResumeWish,
} from '#src/domain/recovery/index.server.ts';
import { sessionById } from '#src/domain/sessions/index.server.ts';
import { resumeLetter } from './kinds/resume.ts';
import { letterDesk } from './letter-desk.ts';
import type { LetterPost } from './letter-post.server.ts';

export interface ResumeOfficeParts {
  readonly ctx: DomainContext;
  readonly brands: BrandRegistry;
  readonly publicOrigin: string;
}

interface Wish {
  readonly id: string;
  readonly sessionId: string;
  readonly channel: ResumeChannel;
}

/** Sends the link of a purchase to its own buyer, once whatever runs twice; throws when it did not go and may be tried again. */
export function createResumeOffice(parts: ResumeOfficeParts, post: LetterPost): (wishId: string) => Promise<void> {
  const { ctx } = parts;
  return async (id) => {
    const taken = await takeResumeWish(ctx.db, id);
    if (!taken) return;
    try {
      const isSent = await send(parts, post, { id, ...taken });
      await settleResumeWish(ctx, id, isSent ? 'sent' : 'not-needed');
      ctx.log.info(isSent ? 'resume-link-sent' : 'resume-link-not-needed', { kind: taken.channel });
    } catch (thrown) {
      await settleResumeWish(ctx, id, 'not-sent');
      throw thrown;
    }
  };
}

/** False when there is nothing to go on with any more. */
async function send({ ctx, brands, publicOrigin }: ResumeOfficeParts, post: LetterPost, wish: Wish): Promise<boolean> {
  const session = await sessionById(ctx.db, wish.sessionId);
  const lead = session?.leadId ? await leadById(ctx.db, session.leadId) : null;
  const brand = session && brandOf(brands, session.brand, session.variant);
  const product = session && ctx.catalog.product(session.brand, session.variant, session.productCode)?.title;
  const view = session && (await orderOfSession(ctx, session.id));
  if (!session || !lead || !brand || !product || view?.order.state === 'paid') return false;
  const { locale } = session;
  const t = post.translator(brand, locale);
  const payUrl = new URL(await issueShortLink(ctx, session.id), publicOrigin).href;
  if (wish.channel === 'sms') {
    const text = plainText(t('text.resume', { brand: brand.name, product, url: payUrl }));
    if ((await ctx.sms.send({ to: lead.phone, text, key: wish.id })) !== 'taken')
      throw new Error('The text was not taken');
    return true;
  }
  const { currency, reference } = view?.order ?? { currency: 'BRL' as const, reference: '' };
  const about = { t, locale, brand, currency, product, orderReference: reference };
  const desk = letterDesk({ ...about, buyerName: lead.name, buyerEmail: lead.email });
  await post.send({ id: wish.id, brand, to: lead, letter: resumeLetter(desk, { payUrl }) });
  return true;
}
