import { filtersOfView, type ViewContent, type ViewList } from '#src/domain/staff/index.ts';

/** What an address of a list says that a view keeps: its filters and columns, and no page. */
export type ListContent = Pick<ViewContent, 'filters' | 'columns'>;

/** Reads the address of a list, `?state=paid&column=when`. */
export function contentOf(list: ViewList, search: string): ListContent {
  const given = new URLSearchParams(search);
  const names = filtersOfView[list].filter((name) => given.has(name));
  return {
    filters: Object.fromEntries(names.map((name) => [name, given.getAll(name)])),
    columns: given.getAll('column'),
  };
}

/** The address that opens a view in its list: its filters, so that each can be changed, and its name. */
export function searchOfView({ id, filters, columns }: ListContent & { readonly id: string }): string {
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(filters)) for (const value of values) search.append(name, value);
  for (const column of columns) search.append('column', column);
  search.set('view', id);
  return `?${search}`;
}

/** Whether two say the same, in whatever order of filters and values; the columns have no order of their own. */
export function isSameContent(one: ListContent, other: ListContent): boolean {
  return sorted(one) === sorted(other);
}

function sorted({ filters, columns }: ListContent): string {
  const pairs = Object.entries(filters).flatMap(([name, values]) => values.map((value) => [name, value].join('=')));
  return JSON.stringify([pairs.toSorted(), columns.toSorted()]);
}
