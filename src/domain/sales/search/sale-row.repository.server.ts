import { type RawBuilder, sql } from 'kysely';
import { maskEmail, maskName } from '#src/kernel/validation/mask-personal.ts';
import type { Db } from '../../base-context.server.ts';
import { isErased } from '../../checkout/leads/index.server.ts';
import { formatOrderReference } from '../../orders/index.server.ts';
import type { StaffScope } from '../../staff/index.ts';
import type { SaleEntry } from './sale-entry.server.ts';
import type { SaleRow } from './sale-row.types.ts';

/** A row with what is masked before it leaves the area. */
type StoredRow = Omit<SaleRow, 'buyer' | 'last4' | 'reference'> & {
  readonly reference: string;
  readonly last4: number | null;
  readonly name: string;
  readonly email: string;
};

/** Columns of a list, of `sale_search s join leads l`. */
export const saleColumns = sql`
  s.order_id as "orderId", s.number, s.reference, s.lead_id as "leadId", s.subscription_id as "subscriptionId",
  s.began_at as "beganAt", s.paid_at as "paidAt", s.brand, s.variant, s.market, s.product_code as "productCode",
  s.plan_id as "planId", s.seller, s.source, s.kind, s.state,
  coalesce(s.troubles, '{}') as troubles, s.methods, s.card_brand as "cardBrand", s.last4,
  s.currency, s.total, s.received, s.returned, l.name, l.email`;

export function toSaleRow({ name, email, last4, reference, ...row }: StoredRow): SaleRow {
  return {
    ...row,
    reference: formatOrderReference(reference),
    last4: last4 === null ? null : String(last4).padStart(4, '0'),
    buyer: isErased({ email }) ? null : { name: maskName(name), email: maskEmail(email) },
  };
}

/** A sale whose entry is not written yet. */
export function rowOfEntry({ facts, ...entry }: SaleEntry): SaleRow {
  const { name, email, reference, number, orderId, leadId, subscriptionId, beganAt, paidAt } = facts;
  const { brand, variant, market, productCode, planId, seller, source, state, currency, total } = facts;
  return toSaleRow({
    ...{ name, email, reference, number, orderId, leadId, subscriptionId, beganAt, paidAt },
    ...{ brand, variant, market, productCode, planId, seller, source, state, currency, total },
    ...{ received: facts.received, returned: facts.returned, kind: entry.kind, troubles: entry.troubles },
    ...{ methods: entry.methods, cardBrand: entry.cardBrand, last4: entry.last4 },
  });
}

/** The condition of a scope on rows `s` with brand, unit and seller. */
export function inScope(scope: StaffScope): RawBuilder<boolean> {
  if (scope.kind === 'all') return sql`true`;
  if (scope.kind === 'none') return sql`false`;
  const { brands, units, sellers } = scope;
  return sql`(s.brand = any(${[...brands]}::text[])
    or (s.brand, s.unit) in (select * from unnest(${units.map(({ brand }) => brand)}::text[], ${units.map(({ unit }) => unit)}::text[]))
    or (s.brand, s.seller) in (select * from unnest(${sellers.map(({ brand }) => brand)}::text[], ${sellers.map(({ seller }) => seller)}::text[])))`;
}

/** Whether a sale is in a scope: as `inScope`, for one that is in no table of the index yet. */
export function isInScope(
  scope: StaffScope,
  { brand, unit, seller }: { readonly brand: string; readonly unit: string | null; readonly seller: string },
): boolean {
  if (scope.kind !== 'some') return scope.kind === 'all';
  return (
    scope.brands.includes(brand) ||
    scope.units.some((one) => one.brand === brand && one.unit === unit) ||
    scope.sellers.some((one) => one.brand === brand && one.seller === seller)
  );
}

/** Rows of these orders that are in scope, by number. */
export async function saleRowsByNumber(
  db: Db,
  scope: StaffScope,
  numbers: readonly bigint[],
): Promise<ReadonlyMap<bigint, SaleRow>> {
  if (numbers.length === 0) return new Map();
  const { rows } = await sql<StoredRow>`
    select ${saleColumns} from sale_search s join leads l on l.id = s.lead_id
    where s.number = any(${numbers.map(String)}::bigint[]) and ${inScope(scope)}`.execute(db);
  return new Map(rows.map((row) => [row.number, toSaleRow(row)]));
}
