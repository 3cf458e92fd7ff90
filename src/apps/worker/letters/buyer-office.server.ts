import { brandOf, type BrandRegistry, linkOf } from '#src/branding/index.server.ts';
import { issueCapability } from '#src/domain/capabilities/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import {
  type BuyerLetter,
  ensureBuyerPage,
  erasureSubject,
  settleBuyerLetter,
  waitingBuyerLetter,
} from '#src/domain/personal-data/index.server.ts';
import { buyerPageLetter } from './kinds/buyer-page.ts';
import { letterDesk } from './letter-desk.ts';
import type { LetterFacts } from './letter-facts.server.ts';
import type { LetterPost } from './letter-post.server.ts';

interface BuyerOfficeParts {
  readonly ctx: DomainContext;
  readonly brands: BrandRegistry;
  readonly publicOrigin: string;
}

/** A link that lets data be erased is good for so long, in seconds. */
const erasureLife = 3600;

/** Sends a letter whose link opens a buyer's page, or lets what it shows be erased; throws when it was not taken. */
export function createBuyerOffice(parts: BuyerOfficeParts, post: LetterPost): (letterId: string) => Promise<void> {
  const { ctx, brands } = parts;
  return async (letterId) => {
    const waiting = await waitingBuyerLetter(ctx.db, letterId);
    if (!waiting) return;
    const { page, kind, locale, name, variant } = waiting;
    const brand = brandOf(brands, page.brand, variant);
    if (!brand) throw new Error(`Letter ${letterId} is of no brand`);
    const desk = letterDesk({
      t: post.translator(brand, locale),
      locale,
      brand,
      // Nothing is priced in it.
      currency: 'BRL',
      buyerName: name,
      buyerEmail: page.email,
      product: brand.name,
      orderReference: '',
    });
    const letter = buyerPageLetter(desk, { kind, url: await linkFor(parts, waiting) });
    await post.send({ id: letterId, brand, to: { name, email: page.email }, letter });
    await settleBuyerLetter(ctx, letterId, 'sent');
    ctx.log.info('letter-sent', { messageId: letterId, kind });
  };
}

async function linkFor({ ctx, publicOrigin }: BuyerOfficeParts, { page, kind, link }: BuyerLetter): Promise<string> {
  const isErasure = kind === 'erase';
  const url = new URL(`/my-purchases/${page.id}${isErasure ? '/erase' : ''}`, publicOrigin);
  for (const [name, value] of Object.entries(link)) url.searchParams.set(name, value);
  const token = isErasure
    ? await issueCapability(ctx, ctx.db, erasureSubject(page.id), erasureLife)
    : await issueCapability(ctx, ctx.db, page.id);
  url.searchParams.set('t', token);
  return url.href;
}

/** Address of a buyer's own page, for the letters about what they bought. */
export async function buyerPageLink(
  { ctx, publicOrigin }: Pick<BuyerOfficeParts, 'ctx' | 'publicOrigin'>,
  { lead, session, brand }: Pick<LetterFacts, 'lead' | 'session' | 'brand'>,
): Promise<string> {
  const page = await ensureBuyerPage(ctx, ctx.db, { brand: session.brand, email: lead.email });
  const url = new URL(`/my-purchases/${page.id}`, publicOrigin);
  for (const [name, value] of Object.entries(linkOf(session, brand))) url.searchParams.set(name, value);
  url.searchParams.set('t', await issueCapability(ctx, ctx.db, page.id));
  return url.href;
}
