import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { SaleList } from '../../../routes/sales/sale-item.types.ts';
import type { SaleAnswer } from '../../../routes/sale/sale.types.ts';
import { api } from '../../data/api.ts';
import { brandsInView } from '../../data/brands-in-view.ts';
import { useMe } from '../../data/me-context.tsx';
import { productNow } from '../../data/now.ts';
import { setPreferences } from '../../data/preferences.ts';
import { ExportButton } from '../../exports/export-button.tsx';
import { Split } from '../../parts/beside.tsx';
import { useFiltersOnWay } from '../../parts/filters/use-filters-on-way.ts';
import { EmptyFiltered, EmptyFirst } from '../../parts/notice.tsx';
import { hasSeveralCurrencies, saleColumns } from '../../parts/sales/sale-columns.tsx';
import { ScreenHead } from '../../parts/screen-head.tsx';
import { ColumnChooser } from '../../parts/table/column-chooser.tsx';
import { DataTable } from '../../parts/table/data-table.tsx';
import { Pager } from '../../parts/table/pager.tsx';
import { storedMethods } from '../../parts/values/method-text.ts';
import { useIsReloading } from '../../parts/table/use-is-reloading.ts';
import { ViewMenu } from '../../views/view-menu.tsx';
import { SaleBeside } from './sale-beside.tsx';
import { SalesFilterBar } from './sales-filter-bar.tsx';
import { activeFilter, exportFiltersOf, salesCodec, type SalesFilters, without } from './sales-filters.ts';

interface Loaded {
  readonly list: SaleList;
  /** All of the sale beside the list; null: none is, or it could not be read. */
  readonly beside: SaleAnswer | null;
  readonly filters: SalesFilters;
}

export async function loader({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const filters = salesCodec.read(new URL(request.url).searchParams);
  const { open, column: _column, view: _view, ...rest } = filters;
  const query = { ...rest, ...asStored(filters) };
  const { signal } = request;
  const [list, beside] = await Promise.all([
    api.get<SaleList>('/sales', { query, signal }),
    open === null ? null : api.get<SaleAnswer>(`/sale/${encodeURIComponent(open)}`, { signal }).catch(() => null),
  ]);
  return { list, beside, filters };
}

/** What the filters mean in stored sales: the brands in view, and each method under all its names. */
function asStored({ brand, method }: SalesFilters) {
  return { brand: [...brandsInView(brand)], method: [...storedMethods(method)] };
}

/** Columns that the sale beside the list says. */
const saidBeside = new Set(['product', 'method', 'seller', 'source']);

export function Component() {
  const t = useWords();
  const { list, beside, filters } = useLoaderData<Loaded>();
  const wanted = useFiltersOnWay(salesCodec, filters);
  const { timeZone } = useMe();
  const isReloading = useIsReloading();
  const navigate = useNavigate();
  const { sales, before, after } = list;
  const go = (change: Partial<SalesFilters>): void =>
    void navigate(salesCodec.write({ ...wanted, before: null, after: null, open: null, ...change }) || '?');
  const hrefBeside = (open: string | null): string => salesCodec.write({ ...filters, open }) || '?';
  const opened = sales.find(({ orderId }) => orderId === filters.open);
  const columns = saleColumns(t, hasSeveralCurrencies(sales));
  const hiding = activeFilter(filters) ?? (brandsInView().length > 0 ? 'brand' : null);
  const exported = exportFiltersOf({ ...filters, ...asStored(filters) }, timeZone, productNow());
  return (
    <>
      <ScreenHead
        title={t('sales.title')}
        actions={
          <>
            <ColumnChooser columns={columns} chosen={wanted.column} onChange={(column) => go({ column })} />
            <ViewMenu list="sales" />
            <ExportButton question={{ kind: 'sales', filters: exported }} />
          </>
        }
      >
        <SalesFilterBar filters={wanted} sales={sales} onChange={go} />
      </ScreenHead>
      {sales.length === 0 && hiding !== null && (
        <EmptyFiltered
          filter={t(`sales.filter.${hiding}`)}
          onDrop={() => {
            if (hiding === 'brand') setPreferences({ brands: [] });
            go(without(hiding));
          }}
        />
      )}
      {sales.length === 0 && hiding === null && filters.period !== 'all' && (
        <EmptyFiltered filter={t('sales.filter.period')} onDrop={() => go({ period: 'all' })} />
      )}
      {sales.length === 0 && hiding === null && filters.period === 'all' && (
        <EmptyFirst title={t('sales.empty')}>{t('sales.empty.text')}</EmptyFirst>
      )}
      {sales.length > 0 && (
        <Split
          width="wide"
          beside={opened && <SaleBeside sale={opened} answer={beside} closeHref={hrefBeside(null)} />}
        >
          <DataTable
            label={t('sales.title')}
            rows={sales}
            columns={columns.filter(({ id }) => !opened || !saidBeside.has(id))}
            chosenColumns={filters.column}
            rowKey={({ orderId }) => orderId}
            rowHref={({ orderId }) => `/sales/${orderId}`}
            besideHref={({ orderId }) => hrefBeside(orderId)}
            currentKey={filters.open}
            isReloading={isReloading}
          />
          <Pager before={before} after={after} summary={t('sales.page', { count: sales.length })} />
        </Split>
      )}
    </>
  );
}
