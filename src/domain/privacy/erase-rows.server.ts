import { sql } from 'kysely';
import type { Db } from '../base-context.server.ts';
import type { PrivacyContext } from './context.server.ts';
import { eraseProofAccounts } from '../in-person/index.server.ts';
import { eraseContracts } from '../documents/contracts/index.server.ts';
import { eraseBuyerOfNotes } from '../documents/fiscal-notes/index.server.ts';
import { mapLeadColumns } from '../catalog/brand-data/index.ts';
import { erasedDomain } from '../checkout/leads/index.server.ts';
import { recordLeadEvent } from '../messaging/outbox/index.server.ts';
import { hasEndpoint } from '../messaging/webhooks/index.ts';
import { eraseProfiles } from '../payments/profiles/index.server.ts';
import { eraseReasons, eraseAnswers } from '../payments/index.server.ts';
import type { BuyerAccount, PersonIds } from './buyer-account.repository.server.ts';
import { closePages } from './pages-of-nobody.server.ts';
import { revokeLinksOf } from './account-links.server.ts';
import { textsIn, personalStrings, redactStrings } from './personal-strings.ts';

export interface Erased {
  /** Kept means that their gateways have to forget. */
  readonly tokens: readonly { readonly gateway: string; readonly token: string }[];
}

/** What stands where a name stood. */
export const erasedName = 'Dados apagados';

/** Takes a person out of every table. The caller holds the locks of their orders. */
export async function eraseRows(ctx: PrivacyContext, trx: Db, page: BuyerAccount, ids: PersonIds): Promise<Erased> {
  const words = personalStrings(await identifiersOf(trx, page, ids));
  const { leads, sessions, orders } = ids;
  const tokens = leads.length > 0 ? await eraseProfiles(trx, ctx.config, leads, ctx.clock.now()) : [];
  if (orders.length > 0) {
    await eraseOrders(trx, orders);
    await eraseDocuments(trx, ids, words);
  }
  if (sessions.length > 0) {
    // A contract is shown before there is an order, and names who was to sign it.
    await eraseContracts(trx, sessions, { personalStrings: words, now: ctx.clock.now() });
    await eraseVisits(trx, sessions);
  }
  if (leads.length > 0) {
    await eraseContact(ctx, trx, leads);
    await notifyReceivers(ctx, trx, leads);
  }
  await eraseLinks(ctx, trx, page, ids);
  return { tokens };
}

/** Everything by which the person can be known: what they typed, now or in an earlier payment. */
async function identifiersOf(trx: Db, page: BuyerAccount, { leads, orders }: PersonIds): Promise<string[]> {
  const contacts = leads.length > 0 ? await trx.selectFrom('leads').selectAll().where('id', 'in', leads).execute() : [];
  const payers =
    orders.length > 0 ? await trx.selectFrom('attempts').select('payer').where('order_id', 'in', orders).execute() : [];
  return [
    page.email,
    ...contacts.flatMap(({ name, email, phone, document_number: document, verified_phone: verified }) =>
      [name, email, phone, document, verified].flatMap((text) => text ?? []),
    ),
    ...payers.flatMap(({ payer }) => textsIn(payer)),
  ];
}

/** Orders and books stay; who paid, from where, and what companies answered about them go. */
async function eraseOrders(trx: Db, orders: readonly string[]): Promise<void> {
  await trx.updateTable('orders').set({ analytics_client_id: null }).where('id', 'in', orders).execute();
  await trx
    .updateTable('attempts')
    .set({
      payer: '{}',
      kept: sql<string>`case when kept ? 'brand' then jsonb_build_object('brand', kept -> 'brand') else '{}'::jsonb end`,
      instructions: null,
      next_action: null,
      // A bank's code says nothing of anybody, and its scheme's "never again" holds for the card of whoever comes next.
      decline_raw: sql<
        string | null
      >`substring(decline_raw from '^[A-Za-z0-9_]{1,30}(?: mac=[0-9]+)?(?: retry=(?:yes|no))?$')`,
      sealed_request: null,
    })
    .where('order_id', 'in', orders)
    .execute();
  await eraseAnswers(trx, orders);
  await eraseReasons(trx, orders);
  await trx.updateTable('order_memberships').set({ member_id: '' }).where('order_id', 'in', orders).execute();
  await trx
    .updateTable('points_accruals')
    .set({ state: 'not-due' })
    .where('order_id', 'in', orders)
    .where('state', '=', 'waiting')
    .execute();
  await trx.updateTable('points_accruals').set({ member_id: '' }).where('order_id', 'in', orders).execute();
  await eraseProofAccounts(trx, orders);
  await trx.deleteFrom('payout_details').where('order_id', 'in', orders).execute();
  await trx.deleteFrom('payout_changes').where('order_id', 'in', orders).execute();
  await trx
    .deleteFrom('access_tokens')
    .where('grant_id', 'in', (eb) =>
      eb.selectFrom('access_grants').select('access_grants.id').where('access_grants.order_id', 'in', orders),
    )
    .execute();
  await trx
    .updateTable('emails')
    .set({ state: 'not-needed' })
    .where('order_id', 'in', orders)
    .where('state', '=', 'waiting')
    .execute();
}

/** Proofs, fiscal notes and events keep their words but the person's; hashes still prove what stood there. */
async function eraseDocuments(trx: Db, { leads, orders }: PersonIds, words: readonly string[]): Promise<void> {
  await trx
    .updateTable('audit_entries')
    .set({ disclosed: null })
    .where('order_id', 'in', orders)
    .where('disclosed', 'is not', null)
    .execute();
  await eraseBuyerOfNotes(trx, orders);
  const events = await trx
    .selectFrom('outbox_events')
    .select(['id', 'payload'])
    .where((eb) => eb.or([eb('order_id', 'in', orders), eb('lead_id', 'in', leads)]))
    .execute();
  for (const { id, payload } of events) {
    const before = JSON.stringify(payload);
    const after = redactStrings(before, words);
    if (after !== before) await trx.updateTable('outbox_events').set({ payload: after }).where('id', '=', id).execute();
  }
}

/** Visits stay as rows of orders and bills; whose browser, by which link and with which answers is gone. */
async function eraseVisits(trx: Db, sessions: readonly string[]): Promise<void> {
  await trx
    .updateTable('checkout_sessions')
    .set((eb) => ({ browser_hash: eb.ref('id'), link: '{}', answers: '{}', analytics_client_id: null }))
    .where('id', 'in', sessions)
    .execute();
  await trx.updateTable('consents').set({ ip: '' }).where('session_id', 'in', sessions).execute();
  await trx.deleteFrom('points_links').where('session_id', 'in', sessions).execute();
  await trx.deleteFrom('session_locations').where('session_id', 'in', sessions).execute();
  await trx
    .deleteFrom('reminders')
    .where('abandonment_id', 'in', (eb) =>
      eb.selectFrom('abandonments').select('abandonments.id').where('abandonments.session_id', 'in', sessions),
    )
    .execute();
  await trx.deleteFrom('abandonments').where('session_id', 'in', sessions).execute();
}

/** Nothing more is told about subscriptions, and what was told says only when. */
async function eraseNotices(ctx: PrivacyContext, trx: Db, leads: readonly string[]): Promise<void> {
  const ownSubscriptions = trx
    .selectFrom('subscriptions')
    .select('subscriptions.id')
    .where('subscriptions.lead_id', 'in', leads);
  await trx
    .updateTable('subscription_notices')
    .set({ state: 'not-needed', completed_at: ctx.clock.now(), locked_until: null })
    .where('subscription_id', 'in', ownSubscriptions)
    .where('state', '=', 'waiting')
    .execute();
  await trx
    .updateTable('subscription_notices')
    .set({ details: '{}' })
    .where('subscription_id', 'in', ownSubscriptions)
    .execute();
}

async function eraseContact(ctx: PrivacyContext, trx: Db, leads: readonly string[]): Promise<void> {
  await eraseNotices(ctx, trx, leads);
  await trx.deleteFrom('phone_codes').where('lead_id', 'in', leads).execute();
  await trx
    .updateTable('leads')
    .set((eb) => ({
      name: erasedName,
      email: sql<string>`${eb.ref('id')} || ${`@${erasedDomain}`}`,
      ...mapLeadColumns(() => null),
      ...{ phone: '', document_type: null, document_number: null },
      ...{ address: null, verified_phone: null, phone_verified_at: null },
      updated_at: ctx.clock.now(),
    }))
    .where('id', 'in', leads)
    .execute();
}

/** Whoever was told of the person has to hear of it (LGPD, art. 18, § 6): once for each of their visits, by its ids. */
async function notifyReceivers(ctx: PrivacyContext, trx: Db, leads: readonly string[]): Promise<void> {
  const rows = await trx
    .selectFrom('leads')
    .innerJoin('checkout_sessions', 'checkout_sessions.id', 'leads.session_id')
    .select(['leads.id', 'leads.brand', 'checkout_sessions.variant'])
    .where('leads.id', 'in', leads)
    .orderBy('leads.id')
    .execute();
  for (const { id, brand, variant } of rows)
    if (hasEndpoint(ctx.webhooks, brand, variant, 'person.erased'))
      await recordLeadEvent(trx, id, 'person-erased', '', {}, ctx.clock.now());
}

/** No letter's link opens anything of it any more. */
async function eraseLinks(ctx: PrivacyContext, trx: Db, page: BuyerAccount, ids: PersonIds): Promise<void> {
  await revokeLinksOf(trx, page.id, ids);
  if (ids.leads.length > 0) {
    await trx
      .deleteFrom('magic_links')
      .where('subject_id', 'in', (eb) =>
        eb.selectFrom('custom_offers').select('custom_offers.id').where('custom_offers.lead_id', 'in', ids.leads),
      )
      .execute();
  }
  await closePages(trx, [page.id], ctx.clock.now());
}
