import type { Locale } from '#src/kernel/locale/locale.ts';
import { emailRule, normalizeEmail } from '#src/kernel/validation/email.rule.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db } from '../base-context.server.ts';
import type { PrivacyContext } from './context.server.ts';
import { insertAccountEmail } from './account-email.repository.server.ts';
import { type BuyerAccount, ensureBuyerAccount } from './buyer-account.repository.server.ts';
import { idsOfPerson } from './person.repository.server.ts';
import { spendLinkBudget } from '../customers/magic-links/index.server.ts';

/** Where an e-mail's link leads: a brand's pages, in one locale. `link` names product and flow, nothing personal. */
export interface ReturnLink {
  readonly brand: string;
  readonly variant: string | null;
  readonly locale: Locale;
  readonly link: Readonly<Record<string, string>>;
}

/**
 * Sends a link by e-mail to the person who left this address at this brand. The answer is the same whether there is such a
 * person, whether the limits are spent, and whatever was typed: it tells nobody who buys.
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
    const account = await ensureBuyerAccount(ctx, trx, { brand: request.brand, email });
    await queueAccountEmail(ctx, trx, account, 'link', request);
  });
}

/** Sends the e-mail whose link alone lets data be erased: the holder of the account's link must still read its mail. */
export async function requestErasure(
  ctx: PrivacyContext,
  account: BuyerAccount,
  returnLink: ReturnLink & { readonly ip: string },
): Promise<'asked' | 'too-often'> {
  return transaction(ctx.db, async (trx) => {
    if (!(await spendLinkBudget(ctx, trx, { to: 'erasure', email: account.email, ip: returnLink.ip })))
      return 'too-often';
    await queueAccountEmail(ctx, trx, account, 'erase', returnLink);
    return 'asked';
  });
}

async function queueAccountEmail(
  ctx: PrivacyContext,
  trx: Db,
  account: BuyerAccount,
  kind: 'link' | 'erase',
  returnLink: ReturnLink,
): Promise<void> {
  const { locale, link, variant } = returnLink;
  const emailId = await insertAccountEmail(
    trx,
    { accountId: account.id, kind, locale, link, variant },
    ctx.clock.now(),
  );
  await ctx.jobs.send(trx, 'send-account-email', { emailId });
}
