import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { subscriptionListStates } from '#src/domain/sales/search/index.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ChargeCalendar, SubscriptionList } from '../../../routes/subscriptions/subscriptions.types.ts';
import { brandName } from '../../data/brand-name.ts';
import { api } from '../../data/api.ts';
import { brandsInView } from '../../data/brands-in-view.ts';
import { useMe } from '../../data/me-context.tsx';
import { setPreferences } from '../../data/preferences.ts';
import { Split } from '../../parts/beside.tsx';
import { FilterBar } from '../../parts/filters/filter-bar.tsx';
import { FilterChip } from '../../parts/filters/filter-chip.tsx';
import { useFiltersOnWay } from '../../parts/filters/use-filters-on-way.ts';
import { EmptyFiltered, EmptyFirst } from '../../parts/notice.tsx';
import { hasSeveralCurrencies } from '../../parts/sales/sale-columns.tsx';
import { subscriptionColumns } from '../../parts/sales/subscription-columns.tsx';
import { ScreenHead } from '../../parts/screen-head.tsx';
import { ColumnChooser } from '../../parts/table/column-chooser.tsx';
import { DataTable } from '../../parts/table/data-table.tsx';
import { Pager } from '../../parts/table/pager.tsx';
import { useIsReloading } from '../../parts/table/use-is-reloading.ts';
import { productNow } from '../../data/now.ts';
import { nearDateText } from '../../parts/values/time-text.ts';
import { ViewMenu } from '../../views/view-menu.tsx';
import { ChargeStrip } from './charge-strip.tsx';
import { SubscriptionBeside } from './subscription-beside.tsx';
import { subscriptionsCodec, type SubscriptionsFilters } from './subscriptions-filters.ts';

interface Loaded {
  readonly list: SubscriptionList;
  readonly calendar: ChargeCalendar;
  readonly filters: SubscriptionsFilters;
}

export async function loader({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const filters = subscriptionsCodec.read(new URL(request.url).searchParams);
  const { open: _open, column: _column, view: _view, ...rest } = filters;
  const brand = brandsInView(filters.brand);
  const { signal } = request;
  const [list, calendar] = await Promise.all([
    api.get<SubscriptionList>('/subscriptions', { query: { ...rest, brand }, signal }),
    api.get<ChargeCalendar>('/subscriptions/charges', { query: { brand }, signal }),
  ]);
  return { list, calendar, filters };
}

export function Component() {
  const t = useWords();
  const { brands } = useMe();
  const { list, calendar, filters } = useLoaderData<Loaded>();
  const wanted = useFiltersOnWay(subscriptionsCodec, filters);
  const isReloading = useIsReloading();
  const navigate = useNavigate();
  const { subscriptions, after } = list;
  const go = (change: Partial<SubscriptionsFilters>): void =>
    void navigate(subscriptionsCodec.write({ ...wanted, after: null, open: null, ...change }) || '?', {
      preventScrollReset: true,
    });
  const beside = (open: string | null): string => subscriptionsCodec.write({ ...filters, open }) || '?';
  const opened = subscriptions.find(({ id }) => id === filters.open);
  const hiding =
    filters.day !== null
      ? 'day'
      : filters.state.length > 0
        ? 'state'
        : brandsInView(filters.brand).length > 0
          ? 'brand'
          : null;
  const ofBrands = [
    ...new Map(brands.map(({ brand }) => [brand, { value: brand, label: brandName(brands, brand) }])).values(),
  ];
  const columns = subscriptionColumns(t, hasSeveralCurrencies(subscriptions));
  return (
    <>
      <ScreenHead
        title={t('subscriptions.title')}
        actions={
          <>
            <ColumnChooser columns={columns} chosen={wanted.column} onChange={(column) => go({ column })} />
            <ViewMenu list="subscriptions" />
          </>
        }
      >
        <FilterBar>
          <FilterChip
            label={t('subscriptions.filter.state')}
            options={subscriptionListStates.map((value) => ({ value, label: t(`subscriptions.state.${value}`) }))}
            chosen={wanted.state}
            onChange={(chosen) => go({ state: subscriptionListStates.filter((state) => chosen.includes(state)) })}
            isMultiple
          />
          {ofBrands.length > 1 && (
            <FilterChip
              label={t('subscriptions.filter.brand')}
              options={ofBrands}
              chosen={wanted.brand}
              onChange={(chosen) => go({ brand: [...chosen] })}
              isMultiple
            />
          )}
          {wanted.day !== null && (
            <FilterChip
              label={t('subscriptions.filter.day')}
              options={[{ value: wanted.day, label: nearDateText(wanted.day, productNow(), t.locale) }]}
              chosen={[wanted.day]}
              onChange={(chosen) => go({ day: chosen[0] ?? null })}
            />
          )}
        </FilterBar>
      </ScreenHead>
      <ChargeStrip calendar={calendar} chosen={wanted.day} onChoose={(day) => go({ day })} />
      {subscriptions.length === 0 && hiding === null && (
        <EmptyFirst title={t('subscriptions.empty')}>{t('subscriptions.empty.text')}</EmptyFirst>
      )}
      {subscriptions.length === 0 && hiding !== null && (
        <EmptyFiltered
          filter={t(`subscriptions.filter.${hiding}`)}
          onDrop={() => {
            if (hiding === 'brand') setPreferences({ brands: [] });
            go(hiding === 'day' ? { day: null } : { [hiding]: [] });
          }}
        />
      )}
      {subscriptions.length > 0 && (
        <Split width="narrow" beside={opened && <SubscriptionBeside subscription={opened} closeHref={beside(null)} />}>
          <DataTable
            label={t('subscriptions.title')}
            rows={subscriptions}
            columns={columns}
            chosenColumns={filters.column}
            rowKey={({ id }) => id}
            rowHref={({ id }) => beside(id)}
            besideHref={({ id }) => beside(id)}
            currentKey={filters.open}
            isReloading={isReloading}
          />
          <Pager before={null} after={after} summary={t('subscriptions.page', { count: subscriptions.length })} />
        </Split>
      )}
    </>
  );
}
