import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import { emailRule, normalizeEmail } from '#src/kernel/validation/email.rule.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { type BuyerPage, ensureBuyerPage, idsOfPerson } from './buyer-page.repository.server.ts';
import { spendLinkBudget } from './page-budget.repository.server.ts';

/** Where a letter's link leads: the school's pages, in whose words. `link` names product and flow, nothing personal. */
export interface WayBack {
  readonly brand: string;
  readonly variant: string | null;
  readonly locale: Locale;
  readonly link: Readonly<Record<string, string>>;
}

/**
 * Writes a letter with a link to whoever has left this address at this school. The caller is answered alike whether
 * anybody has, whether the limits are spent, and whatever was typed: nobody learns here who buys.
 */
export async function askForLink(
  ctx: DomainContext,
  asked: WayBack & { readonly email: string; readonly ip: string },
): Promise<void> {
  const email = normalizeEmail(asked.email);
  if (emailRule(email) !== null) return;
  await transaction(ctx.db, async (trx) => {
    const mayAsk = await spendLinkBudget(ctx, trx, { to: 'page', email, ip: asked.ip });
    const { leads } = await idsOfPerson(trx, { brand: asked.brand, email });
    if (!mayAsk || leads.length === 0) return;
    if (!(await spendLinkBudget(ctx, trx, { to: 'written', email, ip: asked.ip }))) return;
    const page = await ensureBuyerPage(ctx, trx, { brand: asked.brand, email });
    await queueLetter(ctx, trx, page, 'link', asked);
  });
}

/** Writes the letter whose link alone lets data be erased: whoever holds the page's link must still read the mail. */
export async function askForErasure(
  ctx: DomainContext,
  page: BuyerPage,
  back: WayBack & { readonly ip: string },
): Promise<'asked' | 'too-often'> {
  return transaction(ctx.db, async (trx) => {
    if (!(await spendLinkBudget(ctx, trx, { to: 'erasure', email: page.email, ip: back.ip }))) return 'too-often';
    await queueLetter(ctx, trx, page, 'erase', back);
    return 'asked';
  });
}

async function queueLetter(
  ctx: DomainContext,
  trx: Db,
  page: BuyerPage,
  kind: 'link' | 'erase',
  back: WayBack,
): Promise<void> {
  const id = newId('msg');
  await trx
    .insertInto('buyer_letters')
    .values({
      id,
      page_id: page.id,
      kind,
      locale: back.locale,
      link: JSON.stringify(back.link),
      variant: back.variant,
      state: 'waiting',
      created_at: ctx.clock.now(),
      sent_at: null,
    })
    .execute();
  await ctx.jobs.send(trx, 'send-buyer-letter', { letterId: id });
}
