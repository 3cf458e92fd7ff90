import { brandOf, type BrandRegistry, linkOf } from '#src/branding/index.server.ts';
import { issueMagicLink } from '#src/domain/customers/magic-links/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import { isRefusedForGood, readEmailFailure } from '#src/domain/messaging/emails/index.ts';
import {
  type AccountEmail,
  ensureBuyerAccount,
  erasureSubject,
  completeAccountEmail,
  pendingAccountEmail,
} from '#src/domain/privacy/index.server.ts';
import { accountLinkEmail, correctedEmailEmail } from './templates/account-link.ts';
import { createEmailBuilder } from './email-builder.ts';
import type { OrderEmailData } from './order-email-data.server.ts';
import type { EmailSender } from './email-sender.server.ts';

interface AccountEmailSenderOptions {
  readonly ctx: DomainContext;
  readonly brands: BrandRegistry;
  readonly publicOrigin: string;
}

/** A link that lets data be erased is good for so long, in seconds. */
const erasureLife = 3600;

/**
 * Sends an e-mail to a buyer's account; throws when it was not accepted. An address without a mailbox ends it: it is the
 * buyer's slip, and the notice of a correction goes to just such an address, so that the job has not failed.
 */
export function createAccountEmailSender(
  parts: AccountEmailSenderOptions,
  sender: EmailSender,
): (emailId: string) => Promise<void> {
  const { ctx, brands } = parts;
  return async (emailId) => {
    const waiting = await pendingAccountEmail(ctx.db, emailId);
    if (!waiting) return;
    const { account, kind, locale, name, variant } = waiting;
    const brand = brandOf(brands, account.brand, variant);
    if (!brand) throw new Error(`E-mail ${emailId} has no brand`);
    const builder = createEmailBuilder({
      t: sender.translator(brand, locale),
      locale,
      brand,
      // Nothing is priced in it.
      currency: 'BRL',
      buyerName: name,
      buyerEmail: account.email,
      product: brand.name,
      orderReference: '',
    });
    const emailContent =
      kind === 'corrected'
        ? correctedEmailEmail(builder)
        : accountLinkEmail(builder, { kind, url: await linkFor(parts, waiting, kind) });
    try {
      await sender.send({ id: emailId, brand, to: { name, email: account.email }, emailContent });
    } catch (thrown) {
      if (!isRefusedForGood(readEmailFailure(thrown))) throw thrown;
      await completeAccountEmail(ctx, emailId, 'not-needed');
      ctx.log.warn('email-given-up', { messageId: emailId, kind });
      return;
    }
    await completeAccountEmail(ctx, emailId, 'sent');
    ctx.log.info('email-sent', { messageId: emailId, kind });
  };
}

async function linkFor(
  { ctx, publicOrigin }: AccountEmailSenderOptions,
  { account, link }: AccountEmail,
  kind: 'link' | 'erase',
): Promise<string> {
  const isErasure = kind === 'erase';
  const url = new URL(`/my-purchases/${account.id}${isErasure ? '/erase' : ''}`, publicOrigin);
  for (const [name, value] of Object.entries(link)) url.searchParams.set(name, value);
  const token = isErasure
    ? await issueMagicLink(ctx, ctx.db, erasureSubject(account.id), erasureLife)
    : await issueMagicLink(ctx, ctx.db, account.id);
  url.searchParams.set('t', token);
  return url.href;
}

/** Address of a buyer's account page, for the e-mails about their purchases. */
export async function accountLink(
  { ctx, publicOrigin }: Pick<AccountEmailSenderOptions, 'ctx' | 'publicOrigin'>,
  { lead, session, brand }: Pick<OrderEmailData, 'lead' | 'session' | 'brand'>,
): Promise<string> {
  const account = await ensureBuyerAccount(ctx, ctx.db, { brand: session.brand, email: lead.email });
  const url = new URL(`/my-purchases/${account.id}`, publicOrigin);
  for (const [name, value] of Object.entries(linkOf(session, brand))) url.searchParams.set(name, value);
  url.searchParams.set('t', await issueMagicLink(ctx, ctx.db, account.id));
  return url.href;
}
