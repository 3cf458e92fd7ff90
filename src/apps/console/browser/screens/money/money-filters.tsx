import { useNavigate } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import { brandName } from '../../data/brand-name.ts';
import { useMe } from '../../data/me-context.tsx';
import { FilterBar } from '../../parts/filters/filter-bar.tsx';
import { FilterChip } from '../../parts/filters/filter-chip.tsx';
import { PeriodChip } from '../../parts/filters/period-chip.tsx';
import { methodText } from '../../parts/values/method-text.ts';
import { type FigureSearch, figureSearch, periodOf, todayOfMoney } from './figure-search.ts';

interface MoneyFiltersProps {
  readonly search: FigureSearch;
  readonly methods: readonly string[];
}

/** Period, brand, method and gateway of the money screens; each change is an address. */
export function MoneyFilters({ search, methods }: MoneyFiltersProps) {
  const t = useWords();
  const navigate = useNavigate();
  const { brands } = useMe();
  const today = todayOfMoney();
  const change = (part: Partial<FigureSearch>): void => {
    void navigate(figureSearch.write({ ...search, ...part }) || '?');
  };
  const brandNames = new Map(brands.map(({ brand }) => [brand, brandName(brands, brand)]));
  const known = [...new Set([...methods, ...search.method])].sort();
  return (
    <FilterBar>
      <PeriodChip period={periodOf(search, today)} today={today} onChange={change} />
      {brandNames.size > 1 && (
        <FilterChip
          label={t('money.brand')}
          options={[...brandNames].map(([value, label]) => ({ value, label }))}
          chosen={search.brand}
          onChange={(brand) => change({ brand: [...brand] })}
          isMultiple
        />
      )}
      <FilterChip
        label={t('money.method')}
        options={known.map((value) => ({ value, label: methodText(t, value) }))}
        chosen={search.method}
        onChange={(method) => change({ method: [...method] })}
        isMultiple
      />
      {search.gateway.length > 0 && (
        <FilterChip
          label={t('money.gateway')}
          options={search.gateway.map((value) => ({ value, label: value }))}
          chosen={search.gateway}
          onChange={(gateway) => change({ gateway: [...gateway] })}
          isMultiple
        />
      )}
    </FilterBar>
  );
}
