import { currentMe } from './me-context.tsx';
import { preferences } from './preferences.ts';

/** Brands for a loader's query, as orders name them: those of the screen's filter, else of the scope chip; empty: all in scope. */
export function brandsInView(filtered: readonly string[] = []): readonly string[] {
  if (filtered.length > 0) return filtered;
  const { brands } = preferences();
  const chosen = currentMe().brands.filter(({ id }) => brands.includes(id));
  return [...new Set(chosen.map(({ brand }) => brand))];
}
