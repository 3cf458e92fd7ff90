import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';
import type { OrderState } from '../../orders/index.ts';
import type { StaffScope } from '../../staff/index.ts';
import { inScope, saleColumns, toSaleRow } from './sale-row.repository.server.ts';
import type { SaleKind, SaleRow, SaleTrouble } from './sale-row.types.ts';

/** What a list of sales is narrowed to. An absent or empty filter narrows nothing; values of one filter are alternatives. */
export interface SaleFilters {
  readonly brands?: readonly string[] | undefined;
  readonly states?: readonly OrderState[] | undefined;
  readonly troubles?: readonly SaleTrouble[] | undefined;
  readonly methods?: readonly string[] | undefined;
  readonly kinds?: readonly SaleKind[] | undefined;
  readonly seller?: string | undefined;
  readonly source?: string | undefined;
  readonly product?: string | undefined;
  /** Began at this instant or later. */
  readonly from?: Date | undefined;
  /** Began before this instant. */
  readonly until?: Date | undefined;
}

/** A place between two rows of the list: the row beside it, and on which side. */
export interface SaleCursor {
  readonly side: 'older' | 'newer';
  readonly beganAt: Date;
  readonly number: bigint;
}

export interface SalePage {
  /** Newest first. */
  readonly sales: readonly SaleRow[];
  readonly hasNewer: boolean;
  readonly hasOlder: boolean;
}

/** A part of the list that one index gives in order of time. */
type Branch = RawBuilder<unknown>;

/**
 * Brands, and sellers and units of other brands, each as a condition: every one of them reads its own newest rows, and what
 * they read is merged. One condition for all would lose the index's order.
 */
function branchesOf(scope: StaffScope, brands: readonly string[]): readonly Branch[] {
  const isWanted = (brand: string): boolean => brands.length === 0 || brands.includes(brand);
  if (scope.kind === 'none') return [];
  if (scope.kind === 'all') return brands.length === 0 ? [sql`true`] : brands.map((brand) => sql`s.brand = ${brand}`);
  return [
    ...scope.brands.filter(isWanted).map((brand) => sql`s.brand = ${brand}`),
    ...scope.units
      .filter(({ brand }) => isWanted(brand))
      .map(({ brand, unit }) => sql`s.brand = ${brand} and s.unit = ${unit}`),
    ...scope.sellers
      .filter(({ brand }) => isWanted(brand))
      .map(({ brand, seller }) => sql`s.brand = ${brand} and s.seller = ${seller}`),
  ];
}

function conditionsOf(filters: SaleFilters): RawBuilder<unknown> {
  const { states = [], troubles = [], methods = [], kinds = [], seller, source, product, from, until } = filters;
  const text = (values: readonly string[]): RawBuilder<unknown> => sql`${[...values]}::text[]`;
  const [state, ...others] = states;
  const conditions = [
    // One state by `=`: the index that leaves out what is paid holds it.
    ...(state !== undefined && others.length === 0 ? [sql`s.state = ${sql.lit(state)}`] : []),
    ...(others.length > 0 ? [sql`s.state = any(${text(states)})`] : []),
    ...(troubles.length > 0 ? [sql`s.troubles is not null and s.troubles && ${text(troubles)}`] : []),
    ...(methods.length > 0 ? [sql`s.methods && ${text(methods)}`] : []),
    ...(kinds.length > 0 ? [sql`s.kind = any(${text(kinds)})`] : []),
    ...(seller === undefined ? [] : [sql`s.seller = ${seller}`]),
    ...(source === undefined ? [] : [sql`s.source = ${source}`]),
    ...(product === undefined ? [] : [sql`s.product_code = ${product}`]),
    ...(from === undefined ? [] : [sql`s.began_at >= ${from}`]),
    ...(until === undefined ? [] : [sql`s.began_at < ${until}`]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/**
 * The sales in scope of a page, as rows of `sale_search` in the list's order; null where the scope has none. `beyond`: a
 * condition of `s` that says where the page begins.
 */
export function salesPage(
  scope: StaffScope,
  filters: SaleFilters,
  page: { readonly beyond: RawBuilder<unknown>; readonly direction: 'asc' | 'desc'; readonly limit: number },
): RawBuilder<unknown> | null {
  const branches = branchesOf(scope, filters.brands ?? []);
  if (branches.length === 0) return null;
  const { beyond, limit } = page;
  const direction = sql.raw(page.direction);
  const order = sql`order by s.began_at ${direction}, s.number ${direction} limit ${limit}`;
  const parts = branches.map(
    (branch) =>
      sql`(select s.* from sale_search s where ${branch} and ${conditionsOf(filters)} and ${beyond} and ${inScope(scope)} ${order})`,
  );
  return sql`select s.* from (${sql.join(parts, sql` union `)}) s ${order}`;
}

/** A page of the sales in scope, newest first. `cursor`: the place at which it begins or ends; null: the newest. */
export async function listSales(
  db: Db,
  scope: StaffScope,
  filters: SaleFilters,
  { cursor, size }: { readonly cursor: SaleCursor | null; readonly size: number },
): Promise<SalePage> {
  const isBack = cursor?.side === 'newer';
  const direction = isBack ? 'asc' : 'desc';
  const beyond = cursor
    ? sql`(s.began_at, s.number) ${isBack ? sql`>` : sql`<`} (${cursor.beganAt}::timestamptz, ${cursor.number}::bigint)`
    : sql`true`;
  const wanted = salesPage(scope, filters, { beyond, direction, limit: size + 1 });
  if (!wanted) return { sales: [], hasNewer: false, hasOlder: false };
  const { rows } = await sql<Parameters<typeof toSaleRow>[0]>`
    select ${saleColumns} from (${wanted}) s join leads l on l.id = s.lead_id
    order by s.began_at ${sql.raw(direction)}, s.number ${sql.raw(direction)}`.execute(db);
  const page = rows.slice(0, size).map(toSaleRow);
  const hasMore = rows.length > size;
  return isBack
    ? { sales: page.toReversed(), hasNewer: hasMore, hasOlder: true }
    : { sales: page, hasNewer: cursor !== null, hasOlder: hasMore };
}
