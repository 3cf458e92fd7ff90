import { z } from 'zod';
import { listSales, type SaleCursor } from '#src/domain/sales/search/index.server.ts';
import { saleKinds, type SaleRow, saleTroubles } from '#src/domain/sales/search/index.ts';
import { scopeOf } from '#src/domain/staff/index.ts';
import { addDays, isLocalDate, type LocalDate, localDateOf } from '#src/kernel/time/local-date.ts';
import { startOfLocalDate } from '#src/kernel/time/zones.ts';
import type { Routes } from '../../console.contract.server.ts';
import { repeated } from '../../routing/query-values.ts';
import { staffZone } from '../../routing/staff-zone.ts';
import { toSaleItem } from './sale-item.server.ts';
import type { SaleList } from './sale-item.types.ts';

const pageSize = 50;
const word = z.string().min(1).max(100);
const day = z.string().refine(isLocalDate);
const cursor = z.string().regex(/^\d{1,15}\.\d{1,18}$/);

const querySchema = z.object({
  brand: repeated(word),
  state: repeated(z.enum(['open', 'partly-paid', 'paid', 'refunded', 'closed'])),
  trouble: repeated(z.enum(saleTroubles)),
  method: repeated(word),
  kind: repeated(z.enum(saleKinds)),
  seller: word.optional(),
  source: word.optional(),
  product: word.optional(),
  /** Days back from today in the reader's zone; `all`: no limit. `from` and `until` (both inclusive) go before it. */
  period: z.enum(['1', '7', '30', '90', 'all']).default('30'),
  from: day.optional(),
  until: day.optional(),
  before: cursor.optional(),
  after: cursor.optional(),
});

/** `GET /data/sales`: a page of the sales in scope, newest first, narrowed by filters. */
export const routes: Routes = (app, { ctx, readDb }) => {
  app.get(
    '/sales',
    { config: { needs: 'sale.view', about: 'list' }, schema: { querystring: querySchema } },
    async ({ query, staff, session }): Promise<SaleList> => {
      const { brand, state, trouble, method, kind, seller, source, product } = query;
      const zone = staffZone(session.locale);
      const page = await listSales(
        readDb,
        scopeOf(staff, 'sale.view'),
        {
          ...{ brands: brand, states: state, troubles: trouble, methods: method, kinds: kind, seller, source, product },
          ...spanOf(query, localDateOf(ctx.clock.now(), zone), zone),
        },
        { cursor: cursorOf(query), size: pageSize },
      );
      const [first, last] = [page.sales.at(0), page.sales.at(-1)];
      return {
        sales: page.sales.map(toSaleItem),
        before: page.hasNewer && first ? cursorText(first) : null,
        after: page.hasOlder && last ? cursorText(last) : null,
      };
    },
  );
};

type Query = z.output<typeof querySchema>;

function spanOf(
  { period, from, until }: Query,
  today: LocalDate,
  zone: string,
): { readonly from?: Date; readonly until?: Date } {
  if (from !== undefined || until !== undefined)
    return {
      ...(from === undefined ? {} : { from: startOfLocalDate(from, zone) }),
      ...(until === undefined ? {} : { until: startOfLocalDate(addDays(until, 1), zone) }),
    };
  return period === 'all' ? {} : { from: startOfLocalDate(addDays(today, 1 - Number(period)), zone) };
}

/** Milliseconds and number of the row beside which the next page begins. */
function cursorText({ beganAt, number }: SaleRow): string {
  return `${beganAt.getTime()}.${number}`;
}

function cursorOf({ before, after }: Query): SaleCursor | null {
  const [at = '', number = ''] = (before ?? after ?? '').split('.');
  if (number === '') return null;
  return { side: before === undefined ? 'older' : 'newer', beganAt: new Date(Number(at)), number: BigInt(number) };
}
