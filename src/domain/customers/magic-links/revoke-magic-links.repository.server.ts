import { sql } from 'kysely';
import { sha256 } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';

/** Subject of the link that allows a buyer account's erasure; the account's own link does not open it. */
export function erasureSubject(accountId: string): string {
  return `erase-${accountId}`;
}

/** Ends every link to a subject. */
export async function revokeMagicLinks(db: Db, subjectId: string): Promise<void> {
  await db.deleteFrom('magic_links').where('subject_id', '=', subjectId).execute();
}

/** Ends the one link to a subject that has this secret; others stay good. */
export async function revokeMagicLink(db: Db, subjectId: string, secret: string): Promise<void> {
  await db
    .deleteFrom('magic_links')
    .where('token_hash', '=', sha256(secret))
    .where('subject_id', '=', subjectId)
    .execute();
}

/** Ends every link to any of these subjects. */
export async function revokeLinksToSubjects(db: Db, subjectIds: readonly string[]): Promise<void> {
  if (subjectIds.length > 0) await db.deleteFrom('magic_links').where('subject_id', 'in', subjectIds).execute();
}

/** Ends the links to the invoices and recoveries of these sessions. */
export async function revokeLinksOfSessions(db: Db, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length === 0) return;
  await db
    .deleteFrom('magic_links')
    // A union, because no index serves a condition with `or`.
    .where('subject_id', 'in', (eb) =>
      eb
        .selectFrom('invoices')
        .select('invoices.id')
        .where('invoices.session_id', 'in', sessionIds)
        .unionAll(eb.selectFrom('recoveries').select('recoveries.id').where('recoveries.session_id', 'in', sessionIds)),
    )
    .execute();
}

/** Ends the links to the subscriptions of these leads. */
export async function revokeSubscriptionLinks(db: Db, leadIds: readonly string[]): Promise<void> {
  if (leadIds.length === 0) return;
  await db
    .deleteFrom('magic_links')
    .where('subject_id', 'in', (eb) =>
      eb.selectFrom('subscriptions').select('subscriptions.id').where('subscriptions.lead_id', 'in', leadIds),
    )
    .execute();
}

/** Ends the links to the custom offers that were made to these leads. */
export async function revokeOfferLinks(db: Db, leadIds: readonly string[]): Promise<void> {
  if (leadIds.length === 0) return;
  await db
    .deleteFrom('magic_links')
    .where('subject_id', 'in', (eb) =>
      eb.selectFrom('custom_offers').select('custom_offers.id').where('custom_offers.lead_id', 'in', leadIds),
    )
    .execute();
}

/** Ends every link but those of staff members, who have no page that gives them another. Gives how many ended. */
export async function revokeAllMagicLinks(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('magic_links')
    .where('subject_id', 'not in', (eb) => eb.selectFrom('staff_members').select('staff_members.id'))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Ends every link to what belongs to one address (lower case), at whatever brand. Gives how many ended. */
export async function revokeMagicLinksOfEmail(db: Db, email: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('magic_links')
    .where((eb) => {
      const leads = eb.selectFrom('leads').where((of) => of(of.fn<string>('lower', ['leads.email']), '=', email));
      const accounts = eb
        .selectFrom('buyer_accounts')
        .where((of) => of(of.fn<string>('lower', ['buyer_accounts.email']), '=', email));
      const sessions = leads.select('leads.session_id');
      return eb.or([
        eb('subject_id', 'in', accounts.select('buyer_accounts.id')),
        eb('subject_id', 'in', accounts.select(sql<string>`${erasureSubject('')} || buyer_accounts.id`.as('id'))),
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
  return Number(numDeletedRows);
}
