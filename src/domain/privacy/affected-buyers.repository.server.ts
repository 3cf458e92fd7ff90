import type { Db } from '../base-context.server.ts';
import { erasedDomain } from '../checkout/leads/index.server.ts';

/** A person whose data were written or used in a span of time, with what a notice of an incident says to them. */
export interface AffectedBuyer {
  readonly brand: string;
  readonly market: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** Numbers of the orders that they made or paid in the span, or made with data of the span; empty without one. */
  readonly orders: readonly string[];
  readonly hasDocument: boolean;
  readonly hasPaid: boolean;
}

/**
 * The persons whom an incident concerns (LGPD, art. 48; Resolução CD/ANPD 15/2024: within three working days): all who left
 * data, bought or paid from `from` up to `to` (UTC). One row per brand, market and address. Erased persons are not among
 * them, because nothing is left to reach them by.
 */
export async function affectedBuyers(
  db: Db,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<readonly AffectedBuyer[]> {
  const rows = await db
    .selectFrom('leads')
    .leftJoin('orders', 'orders.lead_id', 'leads.id')
    .select((eb) => [
      'leads.brand',
      'leads.market',
      eb.fn<string>('lower', ['leads.email']).as('email'),
      eb.fn.max('leads.name').as('name'),
      eb.fn.max('leads.phone').as('phone'),
      eb.fn
        .agg<bigint[] | null>('array_agg', ['orders.number'])
        .filterWhere('orders.number', 'is not', null)
        .as('numbers'),
      eb.fn.count('leads.document_number').as('documents'),
      eb.fn.count('orders.paid_at').as('payments'),
    ])
    .where((eb) =>
      eb.or([
        eb.and([eb('leads.created_at', '>=', from), eb('leads.created_at', '<', to)]),
        eb.and([eb('orders.created_at', '>=', from), eb('orders.created_at', '<', to)]),
        eb.and([eb('orders.paid_at', '>=', from), eb('orders.paid_at', '<', to)]),
      ]),
    )
    .where('leads.email', 'not like', `%@${erasedDomain}`)
    .groupBy(['leads.brand', 'leads.market', (eb) => eb.fn('lower', ['leads.email'])])
    .orderBy('leads.brand')
    .orderBy('email')
    .execute();
  return rows.map(({ numbers, documents, payments, ...buyer }) => ({
    ...buyer,
    orders: (numbers ?? []).map(String),
    hasDocument: BigInt(documents) > 0n,
    hasPaid: BigInt(payments) > 0n,
  }));
}
