import { sql } from 'kysely';
import type { Db } from '../base-context.server.ts';

/**
 * Ends links that letters and sellers brought, into courses too: all of them, or those to what belongs to one address.
 * Whoever still needs one asks for it on `/my-purchases`, or their seller for another offer. People of units keep theirs:
 * no letter brought it and no page gives another (`npm run unit-link` ends it). Gives how many ended. Cookies that came by
 * such a link open nothing from then on.
 */
export async function revokeLinks(db: Db, whose: 'all' | { readonly email: string }): Promise<number> {
  if (whose === 'all') {
    const { numDeletedRows } = await db
      .deleteFrom('magic_links')
      .where('subject_id', 'not in', (eb) => eb.selectFrom('staff_members').select('staff_members.id'))
      .executeTakeFirst();
    const access = await db.deleteFrom('access_tokens').where('used_at', 'is', null).executeTakeFirst();
    return Number(numDeletedRows + access.numDeletedRows);
  }
  const email = whose.email.trim().toLowerCase();
  const { numDeletedRows } = await db
    .deleteFrom('magic_links')
    .where((eb) => {
      const leads = eb.selectFrom('leads').where((of) => of(of.fn<string>('lower', ['leads.email']), '=', email));
      const pages = eb
        .selectFrom('buyer_accounts')
        .where((of) => of(of.fn<string>('lower', ['buyer_accounts.email']), '=', email));
      const sessions = leads.select('leads.session_id');
      return eb.or([
        eb('subject_id', 'in', pages.select('buyer_accounts.id')),
        eb('subject_id', 'in', pages.select(sql<string>`'erase-' || buyer_accounts.id`.as('id'))),
        eb('subject_id', 'in', leads.innerJoin('orders', 'orders.lead_id', 'leads.id').select('orders.id')),
        eb(
          'subject_id',
          'in',
          leads.innerJoin('subscriptions', 'subscriptions.lead_id', 'leads.id').select('subscriptions.id'),
        ),
        eb(
          'subject_id',
          'in',
          leads.innerJoin('custom_offers', 'custom_offers.lead_id', 'leads.id').select('custom_offers.id'),
        ),
        ...(['invoices', 'recoveries', 'abandonments'] as const).map((table) =>
          eb(
            'subject_id',
            'in',
            eb.selectFrom(table).select(`${table}.id`).where(`${table}.session_id`, 'in', sessions),
          ),
        ),
      ]);
    })
    .executeTakeFirst();
  const access = await db
    .deleteFrom('access_tokens')
    .where('used_at', 'is', null)
    .where('grant_id', 'in', (eb) =>
      eb
        .selectFrom('access_grants')
        .innerJoin('leads', 'leads.id', 'access_grants.lead_id')
        .select('access_grants.id')
        .where((of) => of(of.fn<string>('lower', ['leads.email']), '=', email)),
    )
    .executeTakeFirst();
  return Number(numDeletedRows + access.numDeletedRows);
}
