import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import { emailRule, normalizeEmail } from '#src/kernel/validation/email.rule.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db } from '../base-context.server.ts';
import type { PrivacyContext } from './context.server.ts';
import { type BuyerAccount, ensureBuyerAccount, idsOfPerson } from './buyer-account.repository.server.ts';
import { spendLinkBudget } from '../customers/magic-links/index.server.ts';

/** Where a letter's link leads: the school's pages, in whose words. `link` names product and flow, nothing personal. */
export interface ReturnLink {
  readonly brand: string;
  readonly variant: string | null;
  readonly locale: Locale;
  readonly link: Readonly<Record<string, string>>;
}

/**
 * Writes a letter with a link to whoever has left this address at this school. The caller is answered alike whether
 * anybody has, whether the limits are spent, and whatever was typed: nobody learns here who buys.
 */
export async function requestLink(
  ctx: PrivacyContext,
  request: ReturnLink & { readonly email: string; readonly ip: string },
): Promise<void> {
  const email = normalizeEmail(request.email);
  if (emailRule(email) !== null) return;
  await transaction(ctx.db, async (trx) => {
    const mayAsk = await spendLinkBudget(ctx, trx, { to: 'page', email, ip: request.ip });
    const { leads } = await idsOfPerson(trx, { brand: request.brand, email });
    if (!mayAsk || leads.length === 0) return;
    if (!(await spendLinkBudget(ctx, trx, { to: 'written', email, ip: request.ip }))) return;
    const page = await ensureBuyerAccount(ctx, trx, { brand: request.brand, email });
    await queueAccountEmail(ctx, trx, page, 'link', request);
  });
}

/** Writes the letter whose link alone lets data be erased: whoever holds the page's link must still read the mail. */
export async function requestErasure(
  ctx: PrivacyContext,
  page: BuyerAccount,
  returnLink: ReturnLink & { readonly ip: string },
): Promise<'asked' | 'too-often'> {
  return transaction(ctx.db, async (trx) => {
    if (!(await spendLinkBudget(ctx, trx, { to: 'erasure', email: page.email, ip: returnLink.ip }))) return 'too-often';
    await queueAccountEmail(ctx, trx, page, 'erase', returnLink);
    return 'asked';
  });
}

async function queueAccountEmail(
  ctx: PrivacyContext,
  trx: Db,
  page: BuyerAccount,
  kind: 'link' | 'erase',
  returnLink: ReturnLink,
): Promise<void> {
  const id = newId('msg');
  await trx
    .insertInto('account_emails')
    .values({
      id,
      account_id: page.id,
      kind,
      locale: returnLink.locale,
      link: JSON.stringify(returnLink.link),
      variant: returnLink.variant,
      state: 'waiting',
      created_at: ctx.clock.now(),
      sent_at: null,
    })
    .execute();
  await ctx.jobs.send(trx, 'send-account-email', { emailId: id });
}
