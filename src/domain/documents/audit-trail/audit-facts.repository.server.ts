import type { Selectable } from 'kysely';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';

type OrderRow = Selectable<Database['orders']>;

/** The rows of a sale: its lead, quote, accepted contracts, consents, phone check and lines. Throws without a lead. */
export async function saleRows(db: Db, order: OrderRow) {
  const orderId = order.id;
  const [lead, quote, acceptances, consents, code, lines] = await Promise.all([
    db.selectFrom('leads').selectAll().where('id', '=', order.lead_id).executeTakeFirstOrThrow(),
    db.selectFrom('quotes').selectAll().where('id', '=', order.quote_id).executeTakeFirst(),
    db
      .selectFrom('contract_acceptances')
      .innerJoin('contracts', 'contracts.id', 'contract_acceptances.contract_id')
      .selectAll('contract_acceptances')
      .select([
        'contracts.body',
        'contracts.terms_version',
        'contracts.locale',
        'contracts.created_at',
        'contracts.erased_at',
      ])
      .where('contract_acceptances.quote_id', '=', order.quote_id)
      .where('contract_acceptances.session_id', '=', order.session_id)
      .execute(),
    db.selectFrom('consents').selectAll().where('session_id', '=', order.session_id).execute(),
    db
      .selectFrom('phone_codes')
      .select(['id', 'sent_at', 'tries'])
      .where('lead_id', '=', order.lead_id)
      .where('closed_at', 'is not', null)
      .orderBy('closed_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
    db.selectFrom('order_lines').selectAll().where('order_id', '=', orderId).orderBy('position').execute(),
  ]);
  return { lead, quote, acceptances, consents, code, lines };
}

/** The rows of a sale's money: captured attempts, ledger, access, refunds, disputes, fiscal notes and payout accounts. */
export async function moneyRows(db: Db, orderId: string) {
  const [attempts, transfers, grant, refunds, disputes, notes, accounts] = await Promise.all([
    db.selectFrom('attempts').selectAll().where('order_id', '=', orderId).where('state', '=', 'captured').execute(),
    db.selectFrom('ledger_transfers').selectAll().where('order_id', '=', orderId).execute(),
    db
      .selectFrom('access_grants')
      .selectAll()
      .select((eb) =>
        eb
          .selectFrom('access_events')
          .select((of) => of.fn.min('access_events.at').as('at'))
          .whereRef('access_events.grant_id', '=', 'access_grants.id')
          .where('access_events.change', '=', 'closed')
          .as('closed_at'),
      )
      .where('order_id', '=', orderId)
      .executeTakeFirst(),
    db.selectFrom('refunds').selectAll().where('order_id', '=', orderId).execute(),
    db.selectFrom('disputes').selectAll().where('order_id', '=', orderId).execute(),
    db.selectFrom('fiscal_notes').selectAll().where('order_id', '=', orderId).execute(),
    db.selectFrom('payout_changes').selectAll().where('order_id', '=', orderId).execute(),
  ]);
  return { attempts, transfers, grant, refunds, disputes, notes, accounts };
}
