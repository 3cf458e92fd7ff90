import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import type { Db } from '../base-context.server.ts';
import type { PrivacyContext } from './context.server.ts';
import type { BuyerAccount } from './buyer-account.repository.server.ts';

/** An e-mail whose link opens a buyer's account, or lets its data be erased; or that says that its purchases have another address. */
export interface AccountEmail {
  readonly id: string;
  readonly kind: 'link' | 'erase' | 'corrected';
  readonly account: BuyerAccount;
  /** The account's person, by the name that was typed last. */
  readonly name: string;
  readonly variant: string | null;
  readonly locale: Locale;
  readonly link: Readonly<Record<string, string>>;
}

/** An account's e-mail that still has to go out; null when it went already, or its reader's data were erased. */
export async function pendingAccountEmail(db: Db, id: string): Promise<AccountEmail | null> {
  const row = await db
    .selectFrom('account_emails')
    .innerJoin('buyer_accounts', 'buyer_accounts.id', 'account_emails.account_id')
    .select(['account_emails.kind', 'account_emails.locale', 'account_emails.link', 'account_emails.variant'])
    .select((eb) => [
      'buyer_accounts.id as account_id',
      'buyer_accounts.brand',
      'buyer_accounts.email',
      eb
        .selectFrom('leads')
        .select('leads.name')
        .whereRef('leads.brand', '=', 'buyer_accounts.brand')
        .where((where) => where(where.fn<string>('lower', ['leads.email']), '=', where.ref('buyer_accounts.email')))
        .orderBy('leads.updated_at', 'desc')
        .limit(1)
        .as('name'),
    ])
    .where('account_emails.id', '=', id)
    .where('account_emails.state', '=', 'waiting')
    .where('buyer_accounts.erased_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const link = Object.entries(row.link).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return {
    id,
    kind: row.kind,
    account: { id: row.account_id, brand: row.brand, email: row.email },
    name: row.name ?? '',
    variant: row.variant,
    locale: row.locale,
    link: Object.fromEntries(link),
  };
}

/** Queues an account's e-mail; gives its id. */
export async function insertAccountEmail(
  trx: Db,
  email: Pick<AccountEmail, 'kind' | 'locale' | 'link' | 'variant'> & { readonly accountId: string },
  now: Date,
): Promise<string> {
  const id = newId('msg');
  await trx
    .insertInto('account_emails')
    .values({
      id,
      account_id: email.accountId,
      kind: email.kind,
      locale: email.locale,
      link: JSON.stringify(email.link),
      variant: email.variant,
      state: 'waiting',
      created_at: now,
      sent_at: null,
    })
    .execute();
  return id;
}

/** Cancels the e-mails of these accounts that did not go out yet, and erases where the others led. */
export async function cancelAccountEmails(trx: Db, accountIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('account_emails')
    .set({ state: 'not-needed' })
    .where('account_id', 'in', accountIds)
    .where('state', '=', 'waiting')
    .execute();
  await trx.updateTable('account_emails').set({ link: '{}' }).where('account_id', 'in', accountIds).execute();
}

/** Notes that an e-mail went out, or will not. */
export async function completeAccountEmail(
  { db, clock }: Pick<PrivacyContext, 'db' | 'clock'>,
  id: string,
  state: 'sent' | 'not-needed',
): Promise<void> {
  await db
    .updateTable('account_emails')
    .set({ state, sent_at: state === 'sent' ? clock.now() : null })
    .where('id', '=', id)
    .execute();
}
