import { currentMe } from './me-context.tsx';
import { preferences } from './preferences.ts';

/** The brands that the scope chip has chosen, as orders name them, for a loader's query; empty: all in scope. */
export function brandsInView(): readonly string[] {
  const { brands } = preferences();
  const chosen = currentMe().brands.filter(({ id }) => brands.includes(id));
  return [...new Set(chosen.map(({ brand }) => brand))];
}
