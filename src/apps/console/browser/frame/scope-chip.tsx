import { useRevalidator } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import { useMe } from '../data/me-context.tsx';
import { setPreferences, usePreferences } from '../data/preferences.ts';
import { FilterChip } from '../parts/filters/filter-chip.tsx';
import css from './scope-chip.module.css';

/** Which brands the screens show; remembered in this browser. Someone with one brand sees its name. */
export function ScopeChip() {
  const t = useWords();
  const { brands } = useMe();
  const { revalidate } = useRevalidator();
  const chosen = usePreferences().brands.filter((id) => brands.some((brand) => brand.id === id));
  const [first] = brands;
  if (brands.length <= 1) return <span className={css['one']}>{first?.name}</span>;
  return (
    <FilterChip
      label={chosen.length === 0 ? t('frame.scope.all') : t('frame.scope')}
      options={brands.map(({ id, name }) => ({ value: id, label: name }))}
      chosen={chosen}
      onChange={(next) => {
        setPreferences({ brands: next });
        void revalidate();
      }}
      isMultiple
    />
  );
}
