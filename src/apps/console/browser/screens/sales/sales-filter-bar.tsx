import { saleKinds, saleTroubles } from '#src/domain/sales/search/index.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { SaleItem } from '../../../routes/sales/sale-item.types.ts';
import { brandName } from '../../data/brand-name.ts';
import { useMe } from '../../data/me-context.tsx';
import { FilterBar } from '../../parts/filters/filter-bar.tsx';
import { FilterChip } from '../../parts/filters/filter-chip.tsx';
import { methodText } from '../../parts/values/method-text.ts';
import { periods, type SalesFilters, saleStates } from './sales-filters.ts';

const methods = [
  ...['credit-card', 'pix', 'bank-slip', 'nu-pay', 'loyalty-points', 'm-pesa', 'pago-efectivo', 'yape'],
  ...['credit-card-in-person', 'pix-in-person', 'cash', 'cheque'],
];

interface Props {
  readonly filters: SalesFilters;
  /** The page's rows: sellers, sources and products are chosen among theirs. */
  readonly sales: readonly SaleItem[];
  readonly onChange: (change: Partial<SalesFilters>) => void;
}

/** The list's filters; whatever is chosen stands in the address. */
export function SalesFilterBar({ filters, sales, onChange }: Props) {
  const t = useWords();
  const { brands } = useMe();
  const worded = (name: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`sales.${name}.${value}`) }));
  const known = <Value extends string>(all: readonly Value[], chosen: readonly string[]): readonly Value[] =>
    all.filter((value) => chosen.includes(value));
  const own = (of: (sale: SaleItem) => string, chosen: string | null) =>
    [...new Set([...sales.map(of), ...(chosen === null ? [] : [chosen])])]
      .toSorted()
      .map((value) => ({ value, label: value }));
  const ofBrands = [
    ...new Map(brands.map(({ brand }) => [brand, { value: brand, label: brandName(brands, brand) }])).values(),
  ];
  const one = (value: string | null): readonly string[] => (value === null ? [] : [value]);
  return (
    <FilterBar>
      <FilterChip
        label={t('sales.filter.period')}
        options={periods.map((value) => ({ value, label: t(`sales.period.${value}`) }))}
        chosen={filters.period === '30' ? [] : [filters.period]}
        onChange={(chosen) => onChange({ period: known(periods, chosen)[0] ?? '30' })}
      />
      <FilterChip
        label={t('sales.filter.state')}
        options={worded('state', saleStates)}
        chosen={filters.state}
        onChange={(chosen) => onChange({ state: [...known(saleStates, chosen)] })}
        isMultiple
      />
      <FilterChip
        label={t('sales.filter.trouble')}
        options={worded('trouble', saleTroubles)}
        chosen={filters.trouble}
        onChange={(chosen) => onChange({ trouble: [...known(saleTroubles, chosen)] })}
        isMultiple
      />
      <FilterChip
        label={t('sales.filter.method')}
        options={methods.map((value) => ({ value, label: methodText(t, value) }))}
        chosen={filters.method}
        onChange={(chosen) => onChange({ method: [...chosen] })}
        isMultiple
      />
      <FilterChip
        label={t('sales.filter.kind')}
        options={worded('kind', saleKinds)}
        chosen={filters.kind}
        onChange={(chosen) => onChange({ kind: [...known(saleKinds, chosen)] })}
        isMultiple
      />
      {ofBrands.length > 1 && (
        <FilterChip
          label={t('sales.filter.brand')}
          options={ofBrands}
          chosen={filters.brand}
          onChange={(chosen) => onChange({ brand: [...chosen] })}
          isMultiple
        />
      )}
      {(['product', 'seller', 'source'] as const).map((name) => (
        <FilterChip
          key={name}
          label={t(`sales.filter.${name}`)}
          options={own((sale) => (name === 'product' ? sale.productCode : sale[name]), filters[name])}
          chosen={one(filters[name])}
          onChange={(chosen) => onChange({ [name]: chosen[0] ?? null })}
        />
      ))}
    </FilterBar>
  );
}
