import type { Brand } from '#src/branding/brand.types.ts';
import type { Flow } from '#src/domain/catalog/brand-data/index.ts';

type Say = (key: string, message: string) => void;

/** Screens that show a list of the brand's data, and the file with the list. */
const lists: Readonly<Record<string, { readonly file: string; readonly isEmpty: (brand: Brand) => boolean }>> = {
  'select-school': { file: 'franchises.json', isEmpty: ({ units }) => units.length === 0 },
  'select-test-location': { file: 'test-places.json', isEmpty: ({ testLocations }) => testLocations.length === 0 },
};

/** A step for choosing a location needs locations. */
export function checkLocations(flow: Flow, brand: Brand, say: Say): void {
  for (const { id, template } of flow.steps) {
    const list = lists[template];
    if (list?.isEmpty(brand))
      say(`steps.${id}.template`, `has nothing to choose from: ${list.file} is empty or missing`);
  }
}
